import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { causeOf, StartError } from '../start-error.ts';

const districtsSchema = z.array(z.string().trim().min(1)).min(1);

/**
 * The districts that the operator serves, as it writes them.
 *
 * @param file a JSON array of names; without a file the result is null
 * @throws StartError when the file cannot be read or contains something else
 */
export async function readServedDistricts(file: string | undefined): Promise<readonly string[] | null> {
  if (!file) return null;
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
