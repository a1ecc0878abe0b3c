/** Where the customers of a business register. */
export const formAddress = (businessId: string) => `/public/register?bid=${encodeURIComponent(businessId)}`
