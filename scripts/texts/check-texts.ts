/**
 * Part of `npm run check`: the three languages have the same texts with the same placeholders and without the words
 * that the glossary replaces, every text is used, and no text is outside the catalogue.
 */
import path from 'node:path';
import ts from 'typescript';
import { catalogueProblems } from './catalogue-problems.ts';
import { looseTexts } from './loose-texts.ts';
import { readCatalogue } from './text-files.ts';
import { unusedTexts } from './unused-texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const program = programOf('.');
const problems = [
  ...catalogueProblems({ en: readCatalogue('en'), es: readCatalogue('es'), pt: readCatalogue('pt') }),
  ...unusedTexts(program, ROOT)
    .filter(
      (key) =>
        !/^(csv|extensions|holds|messages|orderFields|orderSources|problems|remedies|skips|watchedFields)\b/.test(key),
    ) // read by the code of each
    .map((key) => `app/texts/en.json: nothing uses ${key}`),
  ...[program, programOf('extensions')].flatMap((each) =>
    each
      .getSourceFiles()
      .filter(isScreen)
      .flatMap(looseTexts)
      .map((problem) => path.relative(ROOT, problem)),
  ),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function isScreen({ fileName }: ts.SourceFile): boolean {
  const [top, second] = path.relative(ROOT, fileName).split(path.sep);
  if (top === 'extensions') return !fileName.includes('/tests/');
  return top === 'app' && ['pages', 'routes', 'extension-api', 'root.tsx'].includes(second ?? '');
}

function programOf(folder: string): ts.Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
    },
  };
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, folder, 'tsconfig.json'), {}, host);
  if (!config) throw new Error(`${folder}/tsconfig.json cannot be read`);
  const program = ts.createProgram(config.fileNames, config.options);
  program.getTypeChecker(); // sets the parent of every node
  return program;
}
