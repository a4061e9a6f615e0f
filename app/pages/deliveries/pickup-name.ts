import { useTexts } from '../shell/use-texts.ts';

export function usePickupName(): (pickup: string) => string {
  const { pickupBranch, pickupLocation } = useTexts().deliveryList;
  return (pickup) =>
    pickup.startsWith('gid:')
      ? pickupLocation({ number: pickup.split('/').at(-1) ?? '' })
      : pickupBranch({ id: pickup });
}
