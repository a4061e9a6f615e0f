/**
 * Towns of which operators list the districts, from public lists. They say what a list alone does not: which names mean
 * the whole town, and in which provinces its districts are. An operator may serve any other town as well.
 */
export interface Town {
  readonly country: string;
  /** What people call the whole town, in the form of `foldText`. */
  readonly names: readonly string[];
  /** Names and ISO codes of the provinces in which its districts are. */
  readonly provinces: readonly string[];
  readonly districts: readonly string[];
}

const list = (names: string): readonly string[] => names.split(', ');

export const TOWNS: readonly Town[] = [
  {
    country: 'CL',
    names: list('santiago, santiago de chile, gran santiago, stgo, stgo de chile, scl'),
    provinces: list(
      'rm, region metropolitana, metropolitana, metropolitana de santiago, region metropolitana de santiago, ' +
        'santiago metropolitan, santiago metropolitan region, provincia de santiago, santiago, cl rm, r m, xiii, 13, ' +
        'region xiii, metropolitana santiago, area metropolitana, santiago de chile',
    ),
    districts: list(
      'cerrillos, cerro navia, conchali, el bosque, estacion central, huechuraba, independencia, la cisterna, ' +
        'la florida, la granja, la pintana, la reina, las condes, lo barnechea, lo espejo, lo prado, macul, maipu, ' +
        'nunoa, pedro aguirre cerda, penalolen, providencia, pudahuel, quilicura, quinta normal, recoleta, renca, ' +
        'san joaquin, san miguel, san ramon, santiago, vitacura, puente alto, san bernardo, padre hurtado, colina, ' +
        'lampa, buin, talagante, penaflor, pirque, calera de tango, el monte, isla de maipo, paine, curacavi, tiltil',
    ),
  },
  {
    country: 'CL',
    names: list('valparaiso, valpo, gran valparaiso'),
    provinces: list('vs, valparaiso, region de valparaiso, v region, cl vs, quinta region, v'),
    districts: list('valparaiso, vina del mar, quilpue, villa alemana, concon, quintero, casablanca, limache'),
  },
  {
    country: 'PE',
    names: list('lima, lima metropolitana, ciudad de lima, gran lima, lima peru, lima y callao'),
    provinces: list(
      'lim, lma, cal, lima, lima metropolitana, lima metropolitan, lima region, lima province, provincia de lima, ' +
        'departamento de lima, municipalidad metropolitana de lima, metropolitana de lima, callao, el callao, ' +
        'region callao, provincia constitucional del callao, region lima, pe lim, pe lma, pe cal, dpto lima',
    ),
    districts: list(
      'ancon, ate, barranco, brena, carabayllo, chaclacayo, chorrillos, cieneguilla, comas, el agustino, ' +
        'independencia, jesus maria, la molina, la victoria, lima, lince, los olivos, lurigancho, lurin, ' +
        'magdalena del mar, miraflores, pachacamac, pucusana, pueblo libre, puente piedra, punta hermosa, ' +
        'punta negra, rimac, san bartolo, san borja, san isidro, san juan de lurigancho, san juan de miraflores, ' +
        'san luis, san martin de porres, san miguel, santa anita, santa maria del mar, santa rosa, ' +
        'santiago de surco, surquillo, villa el salvador, villa maria del triunfo, bellavista, callao, ' +
        'carmen de la legua, carmen de la legua reynoso, la perla, la punta, mi peru, ventanilla, cercado de lima',
    ),
  },
  {
    country: 'CO',
    names: list('bogota, bogota d c, bogota dc, santa fe de bogota, santafe de bogota, bogota distrito capital'),
    provinces: list(
      'dc, bogota, bogota d c, bogota dc, cun, cundinamarca, distrito capital, capital district, co dc, co cun, ' +
        'bogota distrito capital, d c, distrito capital de bogota',
    ),
    districts: list(
      'usaquen, chapinero, santa fe, san cristobal, usme, tunjuelito, bosa, kennedy, fontibon, engativa, suba, ' +
        'barrios unidos, teusaquillo, los martires, antonio narino, puente aranda, la candelaria, ' +
        'rafael uribe uribe, ciudad bolivar, sumapaz',
    ),
  },
  {
    country: 'CO',
    names: list('medellin, ciudad de medellin, area metropolitana de medellin'),
    provinces: list('ant, antioquia, departamento de antioquia, co ant, medellin'),
    districts: list(
      'popular, santa cruz, manrique, aranjuez, castilla, doce de octubre, robledo, villa hermosa, buenos aires, ' +
        'la candelaria, laureles, laureles estadio, la america, san javier, el poblado, guayabal, belen, ' +
        'san sebastian de palmitas, san cristobal, altavista, san antonio de prado, santa elena',
    ),
  },
  {
    country: 'MX',
    names: list(
      'ciudad de mexico, cdmx, mexico city, mexico df, mexico d f, df, d f, distrito federal, cd de mexico, cd mexico, ' +
        'cdad de mexico, mexico cdmx, cd mx, mexico',
    ),
    provinces: list(
      'cmx, df, d f, cdmx, ciudad de mexico, mexico city, distrito federal, federal district, mx cmx, mexico df, ' +
        'mexico d f, dif, cd de mexico',
    ),
    districts: list(
      'alvaro obregon, azcapotzalco, benito juarez, coyoacan, cuajimalpa de morelos, cuajimalpa, cuauhtemoc, ' +
        'gustavo a madero, iztacalco, iztapalapa, la magdalena contreras, magdalena contreras, miguel hidalgo, ' +
        'milpa alta, tlahuac, tlalpan, venustiano carranza, xochimilco',
    ),
  },
  {
    country: 'BR',
    names: list('sao paulo, sp, s paulo, cidade de sao paulo, sampa, sao paulo sp'),
    provinces: list('sp, sao paulo, estado de sao paulo, br sp, s paulo'),
    districts: list(
      'aclimacao, barra funda, bela vista, belem, bom retiro, bras, brooklin, butanta, cambuci, campo belo, ' +
        'casa verde, cidade ademar, consolacao, freguesia do o, grajau, higienopolis, ipiranga, itaim bibi, itaim, ' +
        'itaquera, jabaquara, jacana, jaguare, jardim paulista, lapa, liberdade, limao, mooca, moema, morumbi, ' +
        'penha, perdizes, pinheiros, pirituba, republica, sacoma, santa cecilia, santana, santo amaro, ' +
        'sao mateus, sao miguel, sao miguel paulista, saude, se, socorro, tatuape, tremembe, tucuruvi, ' +
        'vila andrade, vila formosa, vila guilherme, vila leopoldina, vila madalena, vila maria, vila mariana, ' +
        'vila medeiros, vila olimpia, vila prudente, vila sonia',
    ),
  },
  {
    country: 'AR',
    names: list(
      'buenos aires, caba, c a b a, capital federal, ciudad autonoma de buenos aires, ciudad de buenos aires, cap fed, ' +
        'ciudad autonoma buenos aires, bs as, bsas, autonomous city of buenos aires',
    ),
    provinces: list(
      'c, caba, capital federal, ciudad autonoma de buenos aires, ciudad de buenos aires, buenos aires, ar c, ' +
        'ciudad autonoma buenos aires, buenos aires autonomous city, autonomous city of buenos aires, bs as',
    ),
    districts: list(
      'agronomia, almagro, balvanera, barracas, belgrano, boedo, caballito, chacarita, coghlan, colegiales, ' +
        'constitucion, flores, floresta, la boca, la paternal, paternal, liniers, mataderos, monserrat, ' +
        'monte castro, nueva pompeya, nunez, palermo, parque avellaneda, parque chacabuco, parque chas, ' +
        'parque patricios, puerto madero, recoleta, retiro, saavedra, san cristobal, san nicolas, san telmo, ' +
        'velez sarsfield, versalles, villa crespo, villa del parque, villa devoto, villa general mitre, ' +
        'villa lugano, villa luro, villa ortuzar, villa pueyrredon, villa real, villa riachuelo, villa santa rita, ' +
        'villa soldati, villa urquiza',
    ),
  },
];

/** Of these countries, provinces and towns that are none of these. */
const OTHER_PLACES_OF: Readonly<Record<string, readonly string[]>> = {
  CL: list(
    'arica, arica y parinacota, tarapaca, iquique, antofagasta, calama, atacama, copiapo, coquimbo, la serena, ovalle, ' +
      'ohiggins, o higgins, libertador general bernardo o higgins, rancagua, maule, talca, curico, linares, molina, ' +
      'nuble, chillan, biobio, bio bio, concepcion, talcahuano, los angeles, araucania, la araucania, temuco, ' +
      'los rios, valdivia, los lagos, puerto montt, osorno, aysen, coyhaique, magallanes, punta arenas, castro, ' +
      'san antonio, los andes, san felipe, quillota',
  ),
  PE: list(
    'amazonas, ancash, chimbote, huaraz, apurimac, abancay, arequipa, ayacucho, cajamarca, cusco, cuzco, huancavelica, ' +
      'huanuco, ica, chincha, pisco, junin, huancayo, la libertad, trujillo, lambayeque, chiclayo, loreto, iquitos, ' +
      'madre de dios, moquegua, ilo, pasco, piura, sullana, puno, juliaca, san martin, tarapoto, tacna, tumbes, ' +
      'ucayali, pucallpa, barranca, huacho, huaral, canete, huaura, huarochiri, yauyos, oyon, canta, cajatambo',
  ),
  CO: list(
    'amazonas, arauca, atlantico, barranquilla, soledad, bolivar, cartagena, boyaca, tunja, caldas, manizales, caqueta, ' +
      'casanare, cauca, popayan, cesar, valledupar, choco, cordoba, monteria, guainia, guaviare, huila, neiva, ' +
      'la guajira, magdalena, santa marta, meta, villavicencio, narino, pasto, norte de santander, cucuta, putumayo, ' +
      'quindio, armenia, risaralda, pereira, san andres, santander, bucaramanga, sucre, sincelejo, tolima, ibague, ' +
      'valle del cauca, cali, vaupes, vichada, soacha, chia',
  ),
  MX: list(
    'aguascalientes, baja california, baja california sur, campeche, chiapas, chihuahua, coahuila, colima, durango, ' +
      'estado de mexico, edomex, edo mex, edo de mexico, guanajuato, guerrero, hidalgo, jalisco, guadalajara, zapopan, ' +
      'michoacan, morelos, nayarit, nuevo leon, monterrey, oaxaca, puebla, queretaro, quintana roo, cancun, ' +
      'san luis potosi, sinaloa, sonora, tabasco, tamaulipas, tlaxcala, veracruz, yucatan, merida, zacatecas, toluca, ' +
      'tijuana, leon, ecatepec, naucalpan, tlalnepantla, nezahualcoyotl, ixtapaluca',
  ),
  AR: list(
    'catamarca, chaco, chubut, cordoba, corrientes, entre rios, formosa, jujuy, la pampa, la rioja, mendoza, misiones, ' +
      'neuquen, rio negro, salta, san juan, san luis, santa cruz, santa fe, rosario, santiago del estero, ' +
      'tierra del fuego, tucuman, la plata, mar del plata, bahia blanca, quilmes, avellaneda, lanus, moron, tigre, ' +
      'provincia de buenos aires, gran buenos aires, pcia de buenos aires',
  ),
  BR: list(
    'acre, alagoas, amapa, bahia, salvador, ceara, fortaleza, espirito santo, vitoria, goias, goiania, maranhao, ' +
      'mato grosso, minas gerais, belo horizonte, para, paraiba, parana, curitiba, pernambuco, recife, piaui, ' +
      'rio de janeiro, niteroi, rio grande do norte, natal, rio grande do sul, porto alegre, rondonia, roraima, ' +
      'santa catarina, florianopolis, sergipe, tocantins, brasilia, campinas, santos, santo andre, osasco, guarulhos',
  ),
};

/** All of them. With one of them, a name that is also a district's means another place. */
export const OTHER_PLACES: ReadonlySet<string> = new Set(Object.values(OTHER_PLACES_OF).flat());

/** Whether it is the name of such a place in the country. */
export function isOtherPlaceOf(country: string, name: string): boolean {
  return OTHER_PLACES_OF[country]?.includes(name) ?? false;
}

/** Words of an address that name no district: countries, and kinds of places. */
export const NO_PLACE: ReadonlySet<string> = new Set(
  list(
    'peru, chile, colombia, mexico, argentina, brasil, brazil, pe, cl, co, mx, ar, br, republica del peru, ' +
      'republica de chile, republica argentina, metropolitan, metropolitana, region metropolitana',
  ),
);
