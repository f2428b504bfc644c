/**
 * The provider's name: the end of every page title, the name in the payment widget and the default of the
 * CRM's company. The one place to change it.
 */
export const brand = 'Meridian Agile Academy';
