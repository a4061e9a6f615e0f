/**
 * The size of a picture in pixels, from the header of its file.
 *
 * @throws Error when the file is not a WebP picture
 */
export function webpSize(file: Buffer): { readonly width: number; readonly height: number } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('this is not a WebP file');
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  throw new Error(`the size of a WebP file of the kind ${kind} cannot be read`);
}
