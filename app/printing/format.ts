/** The papers that documents are printed on. */
export const PRINT_FORMATS = ['4x6', '100x150', 'a4', 'letter'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

/** A paper and how many labels it has. Lengths are in millimetres. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly labelsAcross: number;
  readonly labelsDown: number;
  /** A roll of labels: lists are narrow on it. */
  readonly isLabelRoll: boolean;
}

export const PAPERS: Readonly<Record<PrintFormat, Paper>> = {
  '4x6': { width: 101.6, height: 152.4, labelsAcross: 1, labelsDown: 1, isLabelRoll: true },
  '100x150': { width: 100, height: 150, labelsAcross: 1, labelsDown: 1, isLabelRoll: true },
  a4: { width: 210, height: 297, labelsAcross: 2, labelsDown: 2, isLabelRoll: false },
  letter: { width: 215.9, height: 279.4, labelsAcross: 2, labelsDown: 2, isLabelRoll: false },
};

/** White space around what a label shows. It is also the quiet zone beside its bars. */
export const LABEL_PADDING = 4;

/** What one label can use in every format, so that the same number has the same bars on each paper. */
export const LABEL_ROOM = {
  width: Math.min(...Object.values(PAPERS).map(({ width, labelsAcross }) => width / labelsAcross)) - 2 * LABEL_PADDING,
  height: Math.min(...Object.values(PAPERS).map(({ height, labelsDown }) => height / labelsDown)) - 2 * LABEL_PADDING,
} as const;

/** What the QR code of a box says. */
export const boxCode = (orderNumber: string, box: number) => `${orderNumber}/${box}`;
