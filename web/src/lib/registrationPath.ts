export const registrationPath = (businessId: string) =>
  `/public/register?bid=${encodeURIComponent(businessId)}`
