/**
 * States and provinces by country: an ISO 3166-2 code, after < the code of the region around it, and its names.
 * Sources: npm iso-3166 4.4.0 (2026), Google's address data (chromium-i18n, BSD), and names and older codes that
 * people type. US includes USPS's military and associated ones (Publication 28, appendix B).
 */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  US: `
    AK Alaska; AL Alabama; AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado;
    CT Connecticut; DC District of Columbia|Washington DC; DE Delaware; FL Florida; GA Georgia; GU Guam;
    HI Hawaii; IA Iowa; ID Idaho; IL Illinois; IN Indiana; KS Kansas; KY Kentucky; LA Louisiana;
    MA Massachusetts; MD Maryland; ME Maine; MI Michigan; MN Minnesota; MO Missouri;
    MP Northern Mariana Islands|CNMI; MS Mississippi; MT Montana; NC North Carolina; ND North Dakota;
    NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York; OH Ohio;
    OK Oklahoma; OR Oregon; PA Pennsylvania; PR Puerto Rico; RI Rhode Island; SC South Carolina;
    SD South Dakota; TN Tennessee; TX Texas; UM United States Minor Outlying Islands; UT Utah; VA Virginia;
    VI United States Virgin Islands|Virgin Islands|US Virgin Islands; VT Vermont; WA Washington;
    WI Wisconsin; WV West Virginia; WY Wyoming; AA Armed Forces Americas;
    AE Armed Forces Europe|Armed Forces Africa|Armed Forces Canada|Armed Forces Middle East;
    AP Armed Forces Pacific; FM Micronesia; MH Marshall Islands; PW Palau
  `,
  CA: `
    AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick;
    NL Newfoundland and Labrador|NF|Newfoundland; NS Nova Scotia; NT Northwest Territories; NU Nunavut;
    ON Ontario; PE Prince Edward Island|PEI; QC Quebec|PQ; SK Saskatchewan; YT Yukon|YK|Yukon Territory
  `,
  AU: `
    ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland;
    SA South Australia; TAS Tasmania; VIC Victoria; WA Western Australia
  `,
  BR: `
    AC Acre; AL Alagoas; AM Amazonas; AP Amapá; BA Bahia; CE Ceará; DF Distrito Federal; ES Espírito Santo;
    GO Goiás; MA Maranhão; MG Minas Gerais; MS Mato Grosso do Sul; MT Mato Grosso; PA Pará; PB Paraíba;
    PE Pernambuco; PI Piauí; PR Paraná; RJ Rio de Janeiro; RN Rio Grande do Norte; RO Rondônia; RR Roraima;
    RS Rio Grande do Sul; SC Santa Catarina; SE Sergipe; SP São Paulo; TO Tocantins
  `,
  IN: `
    AN Andaman and Nicobar Islands|Andaman & Nicobar; AP Andhra Pradesh; AR Arunāchal Pradesh; AS Assam;
    BR Bihār; CG Chhattīsgarh|CT; CH Chandigarh;
    DH Dādra and Nagar Haveli and Damān and Diu|DN|DD|Daman and Diu|Dadra and Nagar Haveli;
    DL Delhi|NCT of Delhi|New Delhi; GA Goa; GJ Gujarāt; HP Himāchal Pradesh; HR Haryāna; JH Jhārkhand;
    JK Jammu and Kashmīr|Jammu & Kashmir; KA Karnātaka; KL Kerala; LA Ladākh; LD Lakshadweep; MH Mahārāshtra;
    ML Meghālaya; MN Manipur; MP Madhya Pradesh; MZ Mizoram; NL Nāgāland; OD Odisha|OR|Orissa; PB Punjab;
    PY Puducherry (Pondicherry)|Puducherry|Pondicherry; RJ Rājasthān; SK Sikkim; TN Tamil Nādu; TR Tripura;
    TS Telangāna|TG; UK Uttarākhand|UT|Uttaranchal; UP Uttar Pradesh; WB West Bengal
  `,
  MX: `
    AGU Aguascalientes|Ags.; BCN Baja California|B.C.; BCS Baja California Sur; CAM Campeche|Camp.;
    CHH Chihuahua|Chih.; CHP Chiapas|Chis.; CMX Ciudad de México|CDMX|DF|Distrito Federal|Mexico City;
    COA Coahuila de Zaragoza|Coah.|Coahuila; COL Colima; DUR Durango|Dgo.; GRO Guerrero; GUA Guanajuato|Gto.;
    HID Hidalgo|Hgo.; JAL Jalisco; MEX México|Estado de México|EdoMex;
    MIC Michoacán de Ocampo|Mich.|Michoacán; MOR Morelos; NAY Nayarit; NLE Nuevo León|N.L.; OAX Oaxaca;
    PUE Puebla; QUE Querétaro|Qro.; ROO Quintana Roo|Q.R.; SIN Sinaloa; SLP San Luis Potosí; SON Sonora;
    TAB Tabasco; TAM Tamaulipas|Tamps.; TLA Tlaxcala|Tlax.; VER Veracruz de Ignacio de la Llave|Veracruz;
    YUC Yucatán; ZAC Zacatecas
  `,
  IT: `
    21 Piemonte|Piedmont; 23 Valle d'Aosta|Vallée d'Aoste|AO|Aosta; 25 Lombardia|Lombardy;
    32 Trentino-Alto Adige|Trentino-Südtirol; 34 Veneto; 36 Friuli Venezia Giulia; 42 Liguria;
    45 Emilia-Romagna; 52 Toscana|Tuscany; 55 Umbria; 57 Marche; 62 Lazio; 65 Abruzzo; 67 Molise;
    72 Campania; 75 Puglia|Apulia; 77 Basilicata; 78 Calabria; 82 Sicilia|Sicily; 88 Sardegna|Sardinia;
    AG<82 Agrigento; AL<21 Alessandria; AN<57 Ancona; AP<57 Ascoli Piceno; AQ<65 L'Aquila; AR<52 Arezzo;
    AT<21 Asti; AV<72 Avellino; BA<75 Bari; BG<25 Bergamo; BI<21 Biella; BL<34 Belluno; BN<72 Benevento;
    BO<45 Bologna; BR<75 Brindisi; BS<25 Brescia; BT<75 Barletta-Andria-Trani; BZ<32 Bolzano|Bozen|Südtirol;
    CA<88 Cagliari; CB<67 Campobasso; CE<72 Caserta; CH<65 Chieti; CL<82 Caltanissetta; CN<21 Cuneo;
    CO<25 Como; CR<25 Cremona; CS<78 Cosenza; CT<82 Catania; CZ<78 Catanzaro; EN<82 Enna;
    FC<45 Forlì-Cesena|FO|Forlì; FE<45 Ferrara; FG<75 Foggia; FI<52 Firenze|Florence; FM<57 Fermo;
    FR<62 Frosinone; GE<42 Genova|Genoa; GO<36 Gorizia; GR<52 Grosseto; IM<42 Imperia; IS<67 Isernia;
    KR<78 Crotone; LC<25 Lecco; LE<75 Lecce; LI<52 Livorno; LO<25 Lodi; LT<62 Latina; LU<52 Lucca;
    MB<25 Monza e Brianza|Monza; MC<57 Macerata; ME<82 Messina; MI<25 Milano|Milan; MN<25 Mantova;
    MO<45 Modena; MS<52 Massa-Carrara; MT<77 Matera; NA<72 Napoli|Naples; NO<21 Novara; NU<88 Nuoro;
    OR<88 Oristano; PA<82 Palermo; PC<45 Piacenza; PD<34 Padova; PE<65 Pescara; PG<55 Perugia; PI<52 Pisa;
    PN<36 Pordenone; PO<52 Prato; PR<45 Parma; PT<52 Pistoia; PU<57 Pesaro e Urbino|Pesaro; PV<25 Pavia;
    PZ<77 Potenza; RA<45 Ravenna; RC<78 Reggio Calabria|Reggio di Calabria;
    RE<45 Reggio Emilia|Reggio nell'Emilia; RG<82 Ragusa; RI<62 Rieti; RM<62 Roma|Rome; RN<45 Rimini;
    RO<34 Rovigo; SA<72 Salerno; SI<52 Siena; SO<25 Sondrio; SP<42 La Spezia; SR<82 Siracusa; SS<88 Sassari;
    SU<88 Sud Sardegna; SV<42 Savona; TA<75 Taranto; TE<65 Teramo; TN<32 Trento; TO<21 Torino|Turin;
    TP<82 Trapani; TR<55 Terni; TS<36 Trieste; TV<34 Treviso; UD<36 Udine; VA<25 Varese;
    VB<21 Verbano-Cusio-Ossola; VC<21 Vercelli; VE<34 Venezia|Venice; VI<34 Vicenza; VR<34 Verona;
    VT<62 Viterbo; VV<78 Vibo Valentia
  `,
  ES: `
    A<VC Alicante|Alacant; AB<CM Albacete; AL<AN Almería; AN Andalucía|Andalusia; AR Aragón; AV<CL Ávila;
    B<CT Barcelona; BA<EX Badajoz; BI<PV Bizkaia|Vizcaya; BU<CL Burgos; C<GA A Coruña|La Coruña; CA<AN Cádiz;
    CC<EX Cáceres; CE Ceuta; CL Castilla y León; CM Castilla-La Mancha;
    CN Canarias|Canary Islands|Islas Canarias; CO<AN Córdoba; CR<CM Ciudad Real; CS<VC Castellón|Castelló;
    CT Catalunya|Cataluña|Catalonia; CU<CM Cuenca; EX Extremadura; GA Galicia; GC<CN Las Palmas;
    GI<CT Girona|Gerona; GR<AN Granada; GU<CM Guadalajara; H<AN Huelva; HU<AR Huesca; J<AN Jaén;
    L<CT Lleida|Lérida; LE<CL León; LO La Rioja|RI; LU<GA Lugo; M Madrid|MD|Comunidad de Madrid;
    MA<AN Málaga; ML Melilla; MU Murcia|MC|Región de Murcia; NA Navarra|NC|Comunidad Foral de Navarra;
    O Asturias|AS|Principado de Asturias; OR<GA Ourense|Orense; P<CL Palencia;
    PM Illes Balears|IB|Islas Baleares|Baleares|Balearic Islands; PO<GA Pontevedra;
    PV País Vasco|Euskadi|Basque Country; S Cantabria|CB; SA<CL Salamanca; SE<AN Sevilla; SG<CL Segovia;
    SO<CL Soria; SS<PV Gipuzkoa|Guipúzcoa; T<CT Tarragona; TE<AR Teruel;
    TF<CN Santa Cruz de Tenerife|Tenerife; TO<CM Toledo; V<VC Valencia; VA<CL Valladolid;
    VC Comunidad Valenciana|Comunitat Valenciana; VI<PV Álava|Araba; Z<AR Zaragoza; ZA<CL Zamora
  `,
  JP: `
    01 北海道|Hokkaido; 02 青森県|Aomori; 03 岩手県|Iwate; 04 宮城県|Miyagi; 05 秋田県|Akita; 06 山形県|Yamagata;
    07 福島県|Fukushima; 08 茨城県|Ibaraki; 09 栃木県|Tochigi; 10 群馬県|Gunma; 11 埼玉県|Saitama; 12 千葉県|Chiba;
    13 東京都|Tokyo; 14 神奈川県|Kanagawa; 15 新潟県|Niigata; 16 富山県|Toyama; 17 石川県|Ishikawa; 18 福井県|Fukui;
    19 山梨県|Yamanashi; 20 長野県|Nagano; 21 岐阜県|Gifu; 22 静岡県|Shizuoka; 23 愛知県|Aichi; 24 三重県|Mie; 25 滋賀県|Shiga;
    26 京都府|Kyoto; 27 大阪府|Osaka; 28 兵庫県|Hyogo; 29 奈良県|Nara; 30 和歌山県|Wakayama; 31 鳥取県|Tottori; 32 島根県|Shimane;
    33 岡山県|Okayama; 34 広島県|Hiroshima; 35 山口県|Yamaguchi; 36 徳島県|Tokushima; 37 香川県|Kagawa; 38 愛媛県|Ehime;
    39 高知県|Kochi; 40 福岡県|Fukuoka; 41 佐賀県|Saga; 42 長崎県|Nagasaki; 43 熊本県|Kumamoto; 44 大分県|Oita;
    45 宮崎県|Miyazaki; 46 鹿児島県|Kagoshima; 47 沖縄県|Okinawa
  `,
  CN: `
    AH Anhui; BJ Beijing; CQ Chongqing; FJ Fujian; GD Guangdong; GS Gansu; GX Guangxi Zhuangzu Zizhiqu;
    GZ Guizhou; HA Henan; HB Hubei; HE Hebei; HI Hainan; HL Heilongjiang; HN Hunan; JL Jilin; JS Jiangsu;
    JX Jiangxi; LN Liaoning; NM Nei Mongol Zizhiqu; NX Ningxia Huizu Zizhiqu; QH Qinghai; SC Sichuan;
    SD Shandong; SH Shanghai; SN Shaanxi; SX Shanxi; TJ Tianjin; XJ Xinjiang Uygur Zizhiqu;
    XZ Xizang Zizhiqu; YN Yunnan; ZJ Zhejiang
  `,
  MY: `
    01 Johor; 02 Kedah; 03 Kelantan; 04 Melaka|Malacca; 05 Negeri Sembilan; 06 Pahang;
    07 Pulau Pinang|Penang; 08 Perak; 09 Perlis; 10 Selangor; 11 Terengganu; 12 Sabah; 13 Sarawak;
    14 Wilayah Persekutuan Kuala Lumpur|Kuala Lumpur; 15 Wilayah Persekutuan Labuan|Labuan;
    16 Wilayah Persekutuan Putrajaya|Putrajaya
  `,
  AR: `
    A Salta; B Buenos Aires|Provincia de Buenos Aires;
    C Ciudad Autónoma de Buenos Aires|CABA|Capital Federal|Ciudad de Buenos Aires; D San Luis; E Entre Ríos;
    F La Rioja; G Santiago del Estero; H Chaco; J San Juan; K Catamarca; L La Pampa; M Mendoza; N Misiones;
    P Formosa; Q Neuquén; R Río Negro; S Santa Fe; T Tucumán; U Chubut; V Tierra del Fuego; W Corrientes;
    X Córdoba; Y Jujuy; Z Santa Cruz
  `,
  DE: `
    BB Brandenburg; BE Berlin; BW Baden-Württemberg|Baden-Wuerttemberg; BY Bayern|Bavaria; HB Bremen;
    HE Hessen|Hesse; HH Hamburg; MV Mecklenburg-Vorpommern|Mecklenburg-Western Pomerania;
    NI Niedersachsen|Lower Saxony; NW Nordrhein-Westfalen|North Rhine-Westphalia|NRW;
    RP Rheinland-Pfalz|Rhineland-Palatinate; SH Schleswig-Holstein; SL Saarland; SN Sachsen|Saxony;
    ST Sachsen-Anhalt|Saxony-Anhalt; TH Thüringen|Thuringia
  `,
  AT: `
    1 Burgenland; 2 Kärnten|Carinthia; 3 Niederösterreich|Lower Austria; 4 Oberösterreich|Upper Austria;
    5 Salzburg; 6 Steiermark|Styria; 7 Tirol|Tyrol; 8 Vorarlberg; 9 Wien|Vienna
  `,
  CH: `
    AG Aargau; AI Appenzell Innerrhoden; AR Appenzell Ausserrhoden; BE Bern|Berne; BL Basel-Landschaft;
    BS Basel-Stadt; FR Fribourg|Freiburg; GE Genève|Geneva|Genf; GL Glarus; GR Graubünden|Grisons; JU Jura;
    LU Luzern|Lucerne; NE Neuchâtel|Neuenburg; NW Nidwalden; OW Obwalden; SG Sankt Gallen|St. Gallen;
    SH Schaffhausen; SO Solothurn; SZ Schwyz; TG Thurgau; TI Ticino|Tessin; UR Uri; VD Vaud|Waadt;
    VS Valais|Wallis; ZG Zug; ZH Zürich
  `,
  PT: `
    01 Aveiro; 02 Beja; 03 Braga; 04 Bragança; 05 Castelo Branco; 06 Coimbra; 07 Évora; 08 Faro; 09 Guarda;
    10 Leiria; 11 Lisboa|Lisbon; 12 Portalegre; 13 Porto; 14 Santarém; 15 Setúbal; 16 Viana do Castelo;
    17 Vila Real; 18 Viseu; 20 Região Autónoma dos Açores|Açores|Azores;
    30 Região Autónoma da Madeira|Madeira
  `,
};
