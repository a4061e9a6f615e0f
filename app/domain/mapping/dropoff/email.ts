/**
 * An e-mail address that a person can have: letters of any script on both sides of the @ (RFC 6531 and IDN), and a domain of
 * two labels or more. The interface asks for a string and bounds it by nothing else.
 */
export const EMAIL =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** The address as it is written; null when nobody can be written to there. */
export function parseEmail(text: string): string | null {
  return EMAIL.test(text) ? text : null;
}
