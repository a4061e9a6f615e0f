/**
 * An e-mail address that can exist: letters of any script on both sides of the @ (RFC 6531 and IDN), and a domain with
 * two labels or more. The interface only asks for a string.
 */
export const EMAIL =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** The address as it is written; null when it is not an address. */
export function parseEmail(text: string): string | null {
  return EMAIL.test(text) ? text : null;
}
