import { DateTime } from 'luxon';
import { z } from 'zod';
import { windowAttributesOf } from '../mapping/dates/date-pickers.ts';
import { mapFiles } from '../mapping/delivery-files.ts';
import { mapNotes, mapTags } from '../mapping/notes-and-tags.ts';
import { fitLengths } from '../mapping/fit-lengths.ts';
import { type DeliveryOrder, deliveryOrderSchema } from '../mapping/delivery-order.ts';
import type { DeliveryPlan, PlanInput } from './delivery-plan.ts';
import { type Schedule, scheduleDelivery, takesWindow } from './schedule/delivery-schedule.ts';
import { chooseService } from './delivery-service.ts';
import { resolveDistrict } from '../mapping/district/district.ts';
import { mapDropoff } from '../mapping/dropoff/dropoff.ts';
import { judgeEligibility } from './eligibility.ts';
import { type MappingResult, lacking, problemsOf } from '../fulfillment/mapping-result.ts';
import { shopCountry } from '../settings/shop-country.ts';
import { mapOrderNumber } from './order-number.ts';
import { readOrderDate, readOrderWindow } from './schedule/order-window.ts';
import { boxesByRule, mapPackages, shippableLines } from '../mapping/package-lines.ts';
import { choosePickup } from './pickup.ts';

/**
 * The plan of one delivery: the delivery order to send, or the rule that excludes it, or ALL the problems that prevent
 * it. Nothing is guessed. Decisions, reasons and problems contain nothing of the buyer's data.
 */
export function planDelivery(input: PlanInput): DeliveryPlan {
  const { fulfillment, settings, shop, operator } = input;
  const orderNumber = mapOrderNumber(fulfillment, shop, settings.orderNumber);
  const verdict = judgeEligibility(input, orderNumber.ok ? orderNumber.value : null);
  if (!verdict.eligible) return { kind: 'skip', reason: verdict.reason, decisions: verdict.decisions };

  const localNow = DateTime.fromJSDate(input.now, { zone: operator.timeZone ?? shop.timeZone });
  const district = resolveDistrict(
    fulfillment.order,
    settings.mapping,
    operator.servedDistricts,
    shopCountry(shop.currency),
  );
  const choice = chooseService(
    fulfillment,
    district.ok ? district.value : null,
    localNow,
    settings.service,
    input.sendAnyway ?? false,
  );
  if (choice.kind === 'do-not-hand-over') {
    return {
      kind: 'skip',
      reason: { code: 'service-rule', detail: choice.rule },
      decisions: [...verdict.decisions, ...choice.decisions],
    };
  }

  const schedule = choice.kind === 'undecided' ? UNDECIDED : planSchedule(input, choice.service, localNow);
  const pickup = choosePickup(fulfillment.location, settings.pickup);
  const dropoff = mapDropoff(fulfillment, district, settings.mapping);
  const boxes = input.boxes ?? boxesByRule(shippableLines(fulfillment), settings.mapping.itemsPerBox);
  const packages = packagesWithin(input, boxes);
  const notes = mapNotes(fulfillment);
  const tags = mapTags(fulfillment, shop, settings.mapping.tags);
  const files = mapFiles(fulfillment, settings.mapping.files);

  const parts = [orderNumber, schedule, pickup, dropoff, packages, notes, tags, files];
  const decisions = [
    ...verdict.decisions,
    ...choice.decisions,
    ...parts.flatMap((part) => part.decisions),
    { field: 'url_tracking', source: 'always' },
  ];
  if (!(orderNumber.ok && schedule.ok && pickup.ok && dropoff.ok && packages.ok && files.ok)) {
    return { kind: 'problem', problems: problemsOf(parts), decisions };
  }
  const mapped: DeliveryOrder = {
    order_number: orderNumber.value,
    ...schedule.value.fields,
    ...(notes.value !== undefined && { notes: notes.value }),
    pickup: pickup.value,
    dropoff: dropoff.value,
    packages: packages.value,
    tags: tags.value,
    ...(files.value !== undefined && { files: files.value }),
    url_tracking: true,
  };
  const { order, problems } = fitLengths(mapped, operator.lengths ?? {});
  if (problems.length > 0) return { kind: 'problem', problems, decisions };
  // what is sent is checked as strictly as what is received, however the settings came about
  const issues = deliveryOrderSchema.safeParse(order).error?.issues ?? [];
  if (issues.length > 0) {
    const fields = [...new Set(issues.map(({ path }) => z.core.toDotPath(path)))];
    return {
      kind: 'problem',
      problems: fields.map((field) => ({ code: 'order-invalid', field, details: {} })),
      decisions,
    };
  }
  return { kind: 'hand-over', order, promise: schedule.value.promise, boxes, decisions };
}

/** The packages, as many as the operator takes. Boxes are never fewer than there are. */
function packagesWithin({ fulfillment, settings, operator }: PlanInput, boxes: number): ReturnType<typeof mapPackages> {
  const isOfBoxes = operator.packagesAre === 'boxes';
  const packages = mapPackages(fulfillment, settings.mapping, isOfBoxes ? boxes : null);
  const { limit, beyond } = operator.packages ?? { limit: Infinity, beyond: 'problem' };
  if (!packages.ok || packages.value.length <= limit) return packages;
  if (beyond === 'cut' && !isOfBoxes) return mapPackages(fulfillment, { ...settings.mapping, onePackage: true });
  const details = { count: packages.value.length, limit: limit };
  return lacking([{ code: 'packages-too-many', field: 'packages', details }]);
}

/** A rule depends on the district, and the district has a problem of its own that says what is wrong. */
const UNDECIDED = lacking([]);

function planSchedule(
  { fulfillment, settings }: PlanInput,
  service: DeliveryOrder['delivery_service'],
  localNow: DateTime,
): MappingResult<Schedule> {
  if (localNow.zoneName === null) {
    return lacking([{ code: 'time-zone-unknown', field: 'delivery_date', details: {} }]);
  }
  const names = windowAttributesOf(fulfillment.order.attributes, settings.mapping);
  const read = takesWindow(service) ? readOrderWindow : readOrderDate;
  const window = read(fulfillment, names, localNow);
  return window.ok ? scheduleDelivery(service, window.value, localNow, settings.service) : window;
}
