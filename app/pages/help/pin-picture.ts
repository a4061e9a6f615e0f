/** The size in pixels of the picture of the block that is not pinned yet, in every language. */
export const PIN_PICTURE = { width: 720, height: 180 };
