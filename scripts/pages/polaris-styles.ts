import { readFile } from 'node:fs/promises';
import postcss, { type ChildNode } from 'postcss';
import { transformWithEsbuild, type Plugin } from 'vite';

/** Components of Polaris that no page uses. Their styles are more than a third of what keeps a page from being shown. */
const UNUSED = [
  ...[
    'Avatar',
    'CalloutCard',
    'ColorPicker',
    'DataTable',
    'DatePicker',
    'DescriptionList',
    'DropZone',
    'ExceptionList',
  ],
  ...['FooterHelp', 'Frame', 'FullscreenBar', 'Grid', 'InlineCode', 'KeyboardKey', 'LegacyCard', 'LegacyFilters'],
  ...['LegacyTabs', 'MediaCard', 'MessageIndicator', 'Navigation', 'OptionList', 'PageActions', 'RangeSlider'],
  ...[
    'ResourceItem',
    'ResourceList',
    'SelectAllActions',
    'SettingAction',
    'Sheet',
    'SkeletonTabs',
    'SkeletonThumbnail',
  ],
  ...['Thumbnail', 'TopBar', 'Truncate', 'VideoThumbnail'],
];
const OF_UNUSED = new RegExp(String.raw`\bPolaris-(?:${UNUSED.join('|')})(?![A-Za-z])`);

/** Leaves the styles of unused components out of Polaris' one file. The build fails if a page uses one of them. */
export const polarisStyles: Plugin = {
  name: 'polaris-styles',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    const [file, query] = id.split('?');
    if (query !== 'url' || !file?.endsWith('/polaris/build/esm/styles.css')) return null;
    const styles = postcss.parse(await readFile(file, 'utf8'));
    for (const node of styles.nodes.slice()) leaveOut(node);
    const { code } = await transformWithEsbuild(styles.toString(), 'styles.css', { minify: true });
    const asset = this.emitFile({ type: 'asset', name: 'styles.css', source: code });
    return `export default "__VITE_ASSET__${asset}__"`;
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const [used] = (chunk.type === 'chunk' && OF_UNUSED.exec(chunk.code)) || [];
      if (used) this.error(`${chunk.fileName} uses ${used}, which scripts/pages/polaris-styles.ts lists as unused`);
    }
  },
};

function leaveOut(node: ChildNode): void {
  if (node.type === 'rule') {
    node.selectors = node.selectors.filter((selector) => !OF_UNUSED.test(selector));
    if (node.selector === '') node.remove();
  } else if (node.type === 'atrule' && node.nodes && !node.name.endsWith('keyframes')) {
    for (const child of node.nodes.slice()) leaveOut(child);
    if (node.nodes.length === 0) node.remove();
  }
}
