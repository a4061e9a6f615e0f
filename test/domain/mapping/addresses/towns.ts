/** Districts of eight towns, from public lists, as an operator writes them, and how their addresses look. */
export interface ListedTown {
  readonly name: string;
  readonly countryCode: string;
  readonly province: string;
  readonly provinceCode: string;
  /** The word for a district, and a street with its number. */
  readonly word: string;
  readonly street: string;
  readonly country: string;
  readonly served: readonly string[];
  /** The served district that has the town's own name. */
  readonly centre: string | null;
}

const list = (names: string): readonly string[] => names.split(', ');

export const LISTED_TOWNS: readonly ListedTown[] = [
  {
    name: 'Santiago',
    countryCode: 'CL',
    province: 'Región Metropolitana de Santiago',
    provinceCode: 'RM',
    word: 'Comuna',
    street: 'Av. Los Leones 220',
    country: 'Chile',
    centre: 'Santiago',
    served: list(
      'Cerrillos, Cerro Navia, Conchalí, El Bosque, Estación Central, Huechuraba, Independencia, La Cisterna, La Florida, ' +
        'La Granja, La Pintana, La Reina, Las Condes, Lo Barnechea, Lo Espejo, Lo Prado, Macul, Maipú, Ñuñoa, ' +
        'Pedro Aguirre Cerda, Peñalolén, Providencia, Pudahuel, Quilicura, Quinta Normal, Recoleta, Renca, San Joaquín, ' +
        'San Miguel, San Ramón, Santiago, Vitacura, Puente Alto, San Bernardo',
    ),
  },
  {
    name: 'Lima',
    countryCode: 'PE',
    province: 'Lima (Metropolitan)',
    provinceCode: 'LMA',
    word: 'Distrito',
    street: 'Jr. Los Pinos 345',
    country: 'Perú',
    centre: 'Lima',
    served: list(
      'Ate, Barranco, Breña, Carabayllo, Chorrillos, Comas, El Agustino, Independencia, Jesús María, La Molina, ' +
        'La Victoria, Lima, Lince, Los Olivos, Lurín, Magdalena del Mar, Miraflores, Pueblo Libre, Puente Piedra, Rímac, ' +
        'San Borja, San Isidro, San Juan de Lurigancho, San Juan de Miraflores, San Luis, San Martín de Porres, ' +
        'San Miguel, Santa Anita, Santiago de Surco, Surquillo, Villa El Salvador, Villa María del Triunfo',
    ),
  },
  {
    name: 'Bogotá',
    countryCode: 'CO',
    province: 'Bogotá, D.C.',
    provinceCode: 'DC',
    word: 'Localidad',
    street: 'Calle 72 # 10-34',
    country: 'Colombia',
    centre: null,
    served: list(
      'Usaquén, Chapinero, Santa Fe, San Cristóbal, Usme, Tunjuelito, Bosa, Kennedy, Fontibón, Engativá, Suba, ' +
        'Barrios Unidos, Teusaquillo, Los Mártires, Antonio Nariño, Puente Aranda, La Candelaria, Rafael Uribe Uribe, ' +
        'Ciudad Bolívar',
    ),
  },
  {
    name: 'Ciudad de México',
    countryCode: 'MX',
    province: 'Ciudad de México',
    provinceCode: 'DF',
    word: 'Alcaldía',
    street: 'Calle Durango 215',
    country: 'México',
    centre: null,
    served: list(
      'Álvaro Obregón, Azcapotzalco, Benito Juárez, Coyoacán, Cuajimalpa de Morelos, Cuauhtémoc, Gustavo A. Madero, ' +
        'Iztacalco, Iztapalapa, La Magdalena Contreras, Miguel Hidalgo, Milpa Alta, Tláhuac, Tlalpan, ' +
        'Venustiano Carranza, Xochimilco',
    ),
  },
  {
    name: 'São Paulo',
    countryCode: 'BR',
    province: 'São Paulo',
    provinceCode: 'SP',
    word: 'Bairro',
    street: 'Rua Augusta, 1500',
    country: 'Brasil',
    centre: null,
    served: list(
      'Bela Vista, Bom Retiro, Brás, Butantã, Casa Verde, Consolação, Higienópolis, Ipiranga, Itaim Bibi, Itaquera, ' +
        'Jabaquara, Jardim Paulista, Lapa, Liberdade, Mooca, Moema, Morumbi, Penha, Perdizes, Pinheiros, Santa Cecília, ' +
        'Santana, Santo Amaro, Saúde, Tatuapé, Vila Guilherme, Vila Leopoldina, Vila Maria, Vila Mariana, Vila Prudente',
    ),
  },
  {
    name: 'Buenos Aires',
    countryCode: 'AR',
    province: 'Ciudad Autónoma de Buenos Aires',
    provinceCode: 'C',
    word: 'Barrio de',
    street: 'Av. Corrientes 3450',
    country: 'Argentina',
    centre: null,
    served: list(
      'Almagro, Balvanera, Barracas, Belgrano, Boedo, Caballito, Chacarita, Colegiales, Flores, Floresta, La Boca, ' +
        'La Paternal, Liniers, Mataderos, Monserrat, Nueva Pompeya, Núñez, Palermo, Parque Patricios, Puerto Madero, ' +
        'Recoleta, Retiro, Saavedra, San Nicolás, San Telmo, Villa Crespo, Villa Devoto, Villa Lugano, Villa Luro, ' +
        'Villa Urquiza',
    ),
  },
  {
    name: 'Medellín',
    countryCode: 'CO',
    province: 'Antioquia',
    provinceCode: 'ANT',
    word: 'Comuna',
    street: 'Carrera 43A # 1-50',
    country: 'Colombia',
    centre: null,
    served: list(
      'Popular, Santa Cruz, Manrique, Aranjuez, Castilla, Doce de Octubre, Robledo, Villa Hermosa, La Candelaria, ' +
        'Laureles, La América, San Javier, El Poblado, Guayabal, Belén',
    ),
  },
  {
    name: 'Valparaíso',
    countryCode: 'CL',
    province: 'Valparaíso',
    provinceCode: 'VS',
    word: 'Comuna',
    street: 'Av. Libertad 1405',
    country: 'Chile',
    centre: 'Valparaíso',
    served: list('Valparaíso, Viña del Mar, Quilpué, Villa Alemana, Concón, Quintero, Casablanca'),
  },
];
