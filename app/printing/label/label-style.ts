import { LABEL_PADDING, labelSize, PAPERS, type PaperName } from '../format.ts';
import { PROPORTIONS, TEXT_SIZES } from './label-fit.ts';

/** Heights in millimetres that the label's own texts need. */
export const TOP_HEIGHT = 17;
export const CANCELLED_HEIGHT = 16;
/** Sizes of the district in millimetres, by how long it is. */
export const DISTRICT_SIZES = [11, 7.6, 5.6] as const;
/** Lines, margins and padding of the district. */
export const DISTRICT_FRAME = 7.4;
/** The QR code, and the bars with the number, each with the space around it. */
export const FOOT_HEIGHT = 34.5;
export const BARS_HEIGHT = 21.5;
/** The number alone, where the bars are upright. */
export const NUMBER_HEIGHT = 6.5;
/** Width of the column that upright bars stand in. */
export const SIDE_WIDTH = 18;

/** Every length is in millimetres: a label has the same size on each paper of one scale, with or without a driver's
 * scaling. */
export function labelStyle(format: PaperName): string {
  const { labelsAcross, labelsDown, scale } = PAPERS[format];
  const { width, height } = labelSize(PAPERS[format]);
  // a page that is higher by a rounding error would be followed by an empty one
  const labelHeight = height - 0.1;
  return `.page{zoom:${scale};width:${width * labelsAcross}mm;height:${labelHeight * labelsDown}mm;overflow:hidden;display:grid;
grid-template:repeat(${labelsDown},${labelHeight}mm)/repeat(${labelsAcross},${width}mm)}
.page+.page,.page+.sheet{break-before:page}
.label{padding:${LABEL_PADDING}mm;overflow:hidden;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);break-inside:avoid}
.label.upright{grid-template-columns:minmax(0,1fr) ${SIDE_WIDTH}mm;padding-right:2mm}
.face{display:flex;flex-direction:column;min-width:0;min-height:0}
.top{display:flex;justify-content:space-between;gap:3mm;height:${TOP_HEIGHT}mm;overflow:hidden}
.top>div{min-width:0}
.shop{font-size:4.4mm;font-weight:700;line-height:1.1;max-height:2.2em;overflow:hidden}
.pickup{margin-top:.6mm;font-size:3mm;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.promise{flex:none;max-width:62%;text-align:end}
.service{display:inline-block;padding:.6mm 2mm;background:#000;color:#fff;font-size:4.8mm;font-weight:700;line-height:1.1}
.service.none{background:#fff;color:#000;border:.4mm dashed #000;font-size:3.4mm}
.day{margin-top:.6mm;font-size:4.2mm;font-weight:700;line-height:1.12}
.day span,.sheet .nowrap{display:inline-block;white-space:nowrap}
.cancelled{height:${CANCELLED_HEIGHT}mm;padding:1mm 2mm;flex:none;overflow:hidden;background:#000;color:#fff;text-align:center;font-size:4.4mm;font-weight:700;line-height:1.1}
.cancelled strong{display:block;font-size:8.4mm;text-transform:uppercase;letter-spacing:.4mm}
.district{margin:1.4mm 0 1.8mm;padding:1.6mm 0 1.2mm;border:solid #000;border-width:.7mm 0;font-size:${DISTRICT_SIZES[0]}mm;font-weight:800;line-height:1;
text-transform:uppercase;flex:none;overflow:hidden}
.district.long{font-size:${DISTRICT_SIZES[1]}mm}
.district.longer{font-size:${DISTRICT_SIZES[2]}mm}
.to{flex:1;min-height:0;overflow:hidden}
${TEXT_SIZES.map((size, index) => `.to.size${index}{font-size:${size}mm}`).join('\n')}
${Object.entries(PROPORTIONS)
  .map(
    ([name, { size, line, before }]) =>
      `.${name}{font-size:${size}em;line-height:${line};margin-top:${(before / size).toFixed(3)}em}`,
  )
  .join('\n')}
.recipient,.phone{font-weight:700}
.notes{padding-inline-start:2mm;border-inline-start:1mm solid #000}
.foot{display:flex;gap:5mm;align-items:center;flex:none;padding:2.5mm 0 3mm 1mm}
.foot .qr{flex:none}
.parcel{min-width:0;flex:1}
.count{font-size:8.4mm;font-weight:800;line-height:1;white-space:nowrap}
.order{margin-top:1mm;font-size:5mm;font-weight:700}
.contents{margin-top:1mm;font-size:3.1mm;line-height:1.2;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
.bars{flex:none}
.bars .code128{margin:0 auto}
.number{margin-top:1mm;text-align:center;font-size:4.4mm;font-weight:700;letter-spacing:.15mm;line-height:1.1}
.number.long{font-size:3.3mm;letter-spacing:0}
.side{display:flex;align-items:center;justify-content:flex-end}`;
}
