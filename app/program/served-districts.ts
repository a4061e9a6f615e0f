import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Environment } from '../environment.ts';
import { causeOf, StartError } from '../start-error.ts';

const districtsSchema = z.array(z.string().trim().min(1)).min(1);

/**
 * The districts that the operator serves, as it writes them: of the file, or else of the operator's profile.
 *
 * @returns null when neither lists any
 * @throws StartError when the file cannot be read or contains something else
 */
export async function readServedDistricts({
  OPERATOR_DISTRICTS_FILE: file,
  profile,
}: Pick<Environment, 'OPERATOR_DISTRICTS_FILE' | 'profile'>): Promise<readonly string[] | null> {
  if (!file) return profile.districtNames;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(
      `OPERATOR_DISTRICTS_FILE: ${file} cannot be read (${causeOf(error)}): correct the path, or remove the variable`,
      { cause: error },
    );
  }
  try {
    return districtsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(
      `OPERATOR_DISTRICTS_FILE: ${file} must be a JSON array of district names, e.g. ["Miraflores", "San Isidro"]`,
      { cause: error },
    );
  }
}
