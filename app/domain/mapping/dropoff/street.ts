import { foldText } from '../clean-text.ts';

/** Words for a part of a building, in Spanish, Portuguese and English; folded. */
export const PARTS_OF_A_BUILDING = new Set(
  [
    'depto dpto dto dpt depa dp dep departamento apto apt ap apartamento apartment of ofc ofic oficina office escritorio sala suite unit',
    'unidad int interior piso andar floor torre tower bloque bloco block blk bl bq edif edificio casa local nivel puerta',
    'habitacion hab planta baja pb ph sin sn numero num nro no n y e de del la el',
  ].flatMap((words) => words.split(' ')),
);

/** A word of three letters or more, or of two without an adjoining digit, as in "Jr. 5" and not in "AB12". */
const WORD = /\p{L}{3,}|(?<![\p{L}\p{N}])\p{L}{2}(?![\p{L}\p{N}])/gu;
const ROMAN = /^[ivx]+$/;
/** A calle, carrera or rua with its number and that of the building: `C/ 12, 34`, `K 7 # 72-13`, `R. 12, 34`. */
const NUMBERED_STREET = /^[ckr] \d{1,3}[a-z]? \d/;

/** Links and plus codes lead a telephone, and no courier with a list. Coordinates have no word. */
const FOR_TELEPHONES = /(?:https?:\/\/|www\.)\S+|\b[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}\b/gi;

/**
 * Whether a line of an address is enough for a courier to find a building. It needs a word that is more than a letter
 * or a number and more than the name of a part of a building. "Depto. 1203" and "Torre B, of. 902" are not enough; "Mz.
 * C Lt. 12" is.
 */
export function leadsSomewhere(line: string): boolean {
  const folded = foldText(line.replace(FOR_TELEPHONES, ' ').replace(/[ºª]/g, ' '));
  if (NUMBERED_STREET.test(folded)) return true;
  return Array.from(folded.matchAll(WORD), ([word]) => word).some(
    (word) => !PARTS_OF_A_BUILDING.has(word) && !ROMAN.test(word),
  );
}
