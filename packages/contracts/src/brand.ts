/** The provider's name in page titles, the payment widget and, by default, the CRM's company. */
export const brand = 'Meridian Agile Academy';
