/** JSON can contain U+0000 and half a surrogate pair, which a database cannot store. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
