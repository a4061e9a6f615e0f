import type { Shop } from '@prisma/client';
import { z } from 'zod';
import { shopSettingsSchema, type ShopSettings } from '../domain/settings/shop-settings.ts';
import type { OperatorProfile } from '../operator/profile/operator-profile.ts';

/** The parts of stored settings that have an operator's default. */
const stored = z.looseObject({
  mapping: z
    .looseObject({ priceForm: z.unknown().optional(), files: z.array(z.looseObject({})).optional() })
    .optional(),
  orderNumber: z.looseObject({}).optional(),
});

/**
 * A shop's settings, with the operator's profile as the default of what only the operator can know: the form of prices,
 * the kind of files and the pattern of the order number. What a merchant has saved wins.
 */
export function withOperatorDefaults({ settings }: Pick<Shop, 'settings'>, profile: OperatorProfile): ShopSettings {
  const { mapping = {}, orderNumber = {}, ...rest } = stored.parse(settings ?? {});
  const priceForm = profile.prices === 'cents' ? 'minor-units' : 'whole-units';
  return shopSettingsSchema.parse({
    ...rest,
    mapping: {
      priceForm,
      ...mapping,
      ...(mapping.files && { files: mapping.files.map((file) => ({ kind: profile.fileKind, ...file })) }),
    },
    orderNumber: { template: profile.orderNumber, ...orderNumber },
  });
}

/** The settings by which deliveries are planned: with the operator's defaults, and other spellings of its districts. */
export function planningSettings(shop: Pick<Shop, 'settings'>, profile: OperatorProfile): ShopSettings {
  const settings = withOperatorDefaults(shop, profile);
  const districtAliases = { ...profile.districtAliases, ...settings.mapping.districtAliases };
  return { ...settings, mapping: { ...settings.mapping, districtAliases } };
}

/** What planning needs to know of the operator. */
export function operatorRules(given: {
  readonly environment: { readonly OPERATOR_TIME_ZONE?: string | undefined; readonly profile: OperatorProfile };
  readonly servedDistricts: readonly string[] | null;
}) {
  const { environment, servedDistricts } = given;
  const { lengths, packages, packagesAre } = environment.profile;
  return { timeZone: environment.OPERATOR_TIME_ZONE ?? null, servedDistricts, lengths, packages, packagesAre };
}
