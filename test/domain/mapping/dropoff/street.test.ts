import { expect, test } from 'vitest';
import { leadsSomewhere } from '../../../../app/domain/mapping/dropoff/street.ts';

test.each([
  ...[
    'Av. José Larco 345',
    'Larco345',
    'Mz. C Lt. 12',
    'Manzana C Lote 12',
    'Jr. 5',
    'Calle 28 No. 13A-15',
    'Cra. 7 # 71-21',
  ],
  ...[
    'Parcela 5',
    'Edificio El Sol',
    'Torre Entel',
    'Km 12',
    'Ruta 5 Sur',
    'Rua 3',
    'Villa 5',
    'Torre B, Los Olmos',
    '東京都',
  ],
])('%j leads to a building', (line) => expect(leadsSomewhere(line)).toBe(true));

test.each([
  ...[
    '',
    ' ',
    'Depto. 1203',
    'Dpto 702, Torre B',
    'dpto1203',
    'Departamento Nº 5',
    'Apto. 1204',
    'Of. 22',
    'Oficina 902, piso 9',
  ],
  ...[
    'Torre II, depto. 4',
    'Casa 3',
    'Block 5 Depto 2',
    'Int. 4',
    '1203',
    '1203-B',
    's/n',
    '5º B',
    '1er piso',
    '2nd floor',
  ],
  ...['Unit AB12', 'Bloco C apto 12', 'Torre B Ofc 902', '—'],
])('%j leads nowhere', (line) => expect(leadsSomewhere(line)).toBe(false));
