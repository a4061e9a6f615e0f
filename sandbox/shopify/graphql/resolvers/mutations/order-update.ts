import { z } from 'zod';
import { RuleBroken } from '../../../fulfillments/fulfilling.ts';
import { addressDraft } from '../../../orders/order-draft.ts';
import { changeOrder } from '../../../orders/order-editing.ts';
import { requireScopes } from '../../access.ts';
import type { FieldResolvers } from '../../context.ts';
import { answering } from './answering.ts';

const ownInput = z.strictObject({
  id: z.string(),
  shippingAddress: addressDraft.optional(),
  customAttributes: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
});

/** Replaces the attributes, or the shipping address: a field of it that is left out is empty afterwards. A code stands for the name of its province. */
export const orderUpdate: FieldResolvers[string] = (_source, args, { sandbox, shop, installation }) =>
  answering('order', () => {
    const { id, shippingAddress, customAttributes } = z.object({ input: ownInput }).parse(args).input;
    const order = shop.orders.get(id);
    if (!order) throw new RuleBroken(['id'], 'Order does not exist');
    requireScopes(installation.scopes, ['write_orders'], 'orderUpdate field');
    if (customAttributes) changeOrder(sandbox, shop, order, { customAttributes });
    if (!shippingAddress) return order;
    const given = shippingAddress.phone ?? '';
    if (given !== '' && !/^[+\d][\d\s().-]{5,}$/.test(given)) {
      throw new RuleBroken(['shippingAddress', 'phone'], 'Phone is invalid');
    }
    const nothing = { firstName: null, lastName: null, company: null, phone: null, address1: null, address2: null };
    const isSameProvince = shippingAddress.provinceCode === order.shippingAddress?.provinceCode;
    const province = isSameProvince ? order.shippingAddress?.province : null;
    const empty = { ...nothing, city: null, zip: null, province, provinceCode: null };
    changeOrder(sandbox, shop, order, { shippingAddress: { ...empty, ...shippingAddress } });
    return order;
  });
