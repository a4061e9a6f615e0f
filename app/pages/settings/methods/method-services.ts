import type { MethodService } from '../../../domain/settings/shop-settings.ts';

/** The delivery service of each shipping method that has one, by the method's title. */
export type MethodServices = Readonly<Record<string, MethodService>>;

/** As the value of one field of the form. The order of the methods makes no difference. */
export function printMethods(methods: MethodServices): string {
  return JSON.stringify(Object.fromEntries(Object.entries(methods).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** The value of the field, which `printMethods` made. */
export function readMethods(printed: string): MethodServices {
  return JSON.parse(printed) as MethodServices;
}
