import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** What compression makes smaller. Pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg)$/;

/**
 * Writes a copy of each file beside it, compressed as well as brotli can. That takes too long for an answer, and the
 * server sends the copy to whoever takes it.
 */
export const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  writeBundle: {
    order: 'post',
    async handler({ dir }, bundle) {
      const files = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(files.map((name) => writeCopy(path.resolve(dir ?? '.', name))));
    },
  },
};

async function writeCopy(file: string): Promise<void> {
  const written = await readFile(file);
  const copy = await compress(written, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: written.length,
    },
  });
  await writeFile(`${file}.br`, copy);
}
