/** Where the customers of a business register. */
export const registrationPath = (businessId: string) =>
  `/public/register?bid=${encodeURIComponent(businessId)}`
