import { PAPERS, type PaperName } from '../format.ts';

/** The style of the hand-over sheet and the pick list. */
export function listStyle(format: PaperName): string {
  const { width } = PAPERS[format];
  return `@page{margin:12mm;@bottom-right{content:counter(page) " / " counter(pages);font:3mm Arial,sans-serif}}
.sheet+.sheet{break-before:page}
@media screen{.sheet{width:${width}mm;padding:12mm}}
.head{display:flex;flex-direction:row;justify-content:space-between;gap:1mm 6mm;padding-bottom:2.5mm;border-bottom:.7mm solid #000;margin-bottom:2.5mm}
h1{font-size:7mm;font-weight:800;line-height:1.1}
.shop{font-size:4mm;font-weight:700}
.where{font-size:5mm;font-weight:700;margin-top:.8mm}
.facts{text-align:end;font-size:3.4mm}
.total{font-size:4.6mm;font-weight:700}
table{width:100%;border-collapse:collapse;table-layout:fixed;overflow-wrap:break-word;font-size:3.7mm}
caption{text-align:start;font-weight:800;font-size:4.6mm;padding:3.5mm 0 1mm;break-after:avoid}
th{text-align:start;font-size:3mm;font-weight:700;border-bottom:.4mm solid #000;padding:.8mm 1mm}
td{border-bottom:.2mm solid #000;padding:1.5mm 1mm;vertical-align:top}
tr{break-inside:avoid}
.wide{width:36%}
.name,.sku{width:17%}
.sub{display:block;font-weight:400}
b.sub{font-weight:700}
.image{width:17mm}
.image img{display:block;max-width:14mm;max-height:14mm}
.key{font-weight:700;overflow-wrap:anywhere}
.count{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:700}
th.count{font-weight:700;width:22mm}
.check{width:27mm;text-align:end;white-space:nowrap}
.box{display:inline-block;width:4mm;height:4mm;border:.4mm solid #000;vertical-align:middle}
.remark td{padding:.6mm 1mm 1.2mm;font-weight:700}
.remark td::before{content:"▲ "}
tr:has(+.remark) td{border-bottom:0;padding-bottom:.4mm}
tr:has(+.remark){break-after:avoid}
.warning{margin-top:4mm;padding:1.6mm 2mm;background:#000;color:#fff;font-weight:700;font-size:4.4mm;break-after:avoid}
.struck .key,.struck .gone{text-decoration:line-through}
.sign{margin-top:7mm;display:grid;grid-template-columns:1fr 1fr;gap:5mm 8mm;break-inside:avoid}
.field{border-bottom:.4mm solid #000;min-height:13mm;font-size:3.2mm}
.field b{font-size:4.6mm}
.left{margin-top:6mm;padding:2mm;border:.4mm solid #000;break-inside:avoid}
.left h2{font-weight:800}
.none{padding:6mm 0;font-size:4.6mm}
@media screen and (max-width:${width}mm){
.sheet{width:auto;margin:0;padding:4mm}
.head{flex-wrap:wrap}
.facts{text-align:start}
table{table-layout:auto;font-size:3.3mm}
.wide,.name,.sku,.check,th.count{width:auto}
.key{overflow-wrap:break-word}
th,td{padding:1mm .7mm}
}`;
}
