import { foldText } from '../clean-text.ts';

/** Words for a part of a building, in Spanish, Portuguese and English; folded. */
const PARTS_OF_A_BUILDING = new Set(
  [
    'depto dpto dep departamento apto apt ap apartamento apartment of ofc ofic oficina office escritorio sala suite unit',
    'unidad int interior piso andar floor torre tower bloque bloco block blk edif edificio casa local nivel puerta',
    'numero num nro no n y e de del la el',
  ].flatMap((words) => words.split(' ')),
);

/** A word of three letters or more, or of two without an adjoining digit, as in "Jr. 5" and not in "AB12". */
const WORD = /\p{L}{3,}|(?<![\p{L}\p{N}])\p{L}{2}(?![\p{L}\p{N}])/gu;
const ROMAN = /^[ivx]+$/;

/**
 * Whether a line of an address is enough for a courier to find a building. It needs a word that is more than a letter
 * or a number and more than the name of a part of a building. "Depto. 1203" and "Torre B, of. 902" are not enough; "Mz.
 * C Lt. 12" is.
 */
export function leadsSomewhere(line: string): boolean {
  return Array.from(foldText(line.replace(/[ºª]/g, ' ')).matchAll(WORD), ([word]) => word).some(
    (word) => !PARTS_OF_A_BUILDING.has(word) && !ROMAN.test(word),
  );
}
