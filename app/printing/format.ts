/** The papers of labels that people choose from. `a4` is what offices of the shop's country have: A4 or Letter. */
export const PRINT_FORMATS = ['100x150', 'a6', '62', 'a4'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

/** Former choices, in links and in browsers. */
const FORMER_FORMATS: ReadonlyMap<unknown, PrintFormat> = new Map([
  ['4x6', '100x150'],
  ['letter', 'a4'],
]);

export function formatNamed(name: unknown): PrintFormat | null {
  return PRINT_FORMATS.find((format) => format === name) ?? FORMER_FORMATS.get(name) ?? null;
}

/** The papers that documents are printed on. */
export const PAPER_NAMES = [...PRINT_FORMATS, 'letter'] as const;
export type PaperName = (typeof PAPER_NAMES)[number];

/** A paper and how many labels it has. Lengths are in millimetres. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly labelsAcross: number;
  readonly labelsDown: number;
  /** How much smaller everything but the codes is than on wider paper. */
  readonly scale: number;
}

const LABEL = { labelsAcross: 1, labelsDown: 1, scale: 1 };
const SHEET = { labelsAcross: 2, labelsDown: 2, scale: 1 };

export const PAPERS: Readonly<Record<PaperName, Paper>> = {
  // printers of 4 × 6 in have room for it
  '100x150': { width: 100, height: 150, ...LABEL },
  a6: { width: 105, height: 148, ...LABEL },
  // an endless roll: as long as the bars of a long number
  '62': { width: 62, height: 150, ...LABEL, scale: 0.62 },
  a4: { width: 210, height: 297, ...SHEET },
  letter: { width: 215.9, height: 279.4, ...SHEET },
};

/** The room of one label, as it is before everything is made smaller. */
export function labelSize({ width, height, labelsAcross, labelsDown, scale }: Paper): {
  width: number;
  height: number;
} {
  return { width: width / labelsAcross / scale, height: height / labelsDown / scale };
}

const LABEL_SIZES = Object.values(PAPERS).map(labelSize);

/** White space around what a label shows. It is also the quiet zone of its bars. */
export const LABEL_PADDING = 4;

/** What one label can use in every format, so that the same number has the same bars on each paper of one scale. */
export const LABEL_ROOM = {
  width: Math.min(...LABEL_SIZES.map(({ width }) => width)) - 2 * LABEL_PADDING,
  height: Math.min(...LABEL_SIZES.map(({ height }) => height)) - 2 * LABEL_PADDING,
} as const;

/** What the QR code of a box says. */
export const boxCode = (orderNumber: string, box: number) => `${orderNumber}/${box}`;
