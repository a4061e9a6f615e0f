import { Settings } from 'luxon';
import { onTestFinished } from 'vitest';

/**
 * Gives the machine another zone until the test ends. What the domain computes must not depend on it.
 *
 * @param zone IANA name
 */
export function setMachineZone(zone: string): void {
  Settings.defaultZone = zone;
  onTestFinished(() => {
    Settings.defaultZone = 'system';
  });
}
