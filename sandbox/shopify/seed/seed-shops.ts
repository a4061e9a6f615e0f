import { almacenSantiago } from './almacen-santiago.ts';
import { libreriaBarranco } from './libreria-barranco.ts';
import type { SeedShop } from './plant-seed.ts';
import { tiendaLima } from './tienda-lima.ts';

/** The shops of the demo. Their people, names and phone numbers are invented; streets and districts exist. */
export function seedShops(now: Date): SeedShop[] {
  return [tiendaLima(now), almacenSantiago, libreriaBarranco];
}
