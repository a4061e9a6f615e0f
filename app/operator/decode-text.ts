/**
 * Decodes the text of an answer. Bytes that are valid UTF-8 are read as UTF-8 even if the header says otherwise, because other
 * text is not valid UTF-8 by chance. Other bytes are read as the header declares, or else as Western European, which
 * fits every byte. A byte order mark is removed, and identifies UTF-16 without a header.
 *
 * @param contentType the header; null without one
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const declared = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null;
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  if (declared?.startsWith('utf-16')) return decoderOf(declared).decode(bytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    return (declared === null || /^utf-?8$/.test(declared) ? decoderOf(WESTERN) : decoderOf(declared)).decode(bytes);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WESTERN = 'windows-1252';

/** The name of an unknown encoding counts as no name. */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(WESTERN);
  }
}
