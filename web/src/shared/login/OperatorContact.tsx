const email = /^[^\s@]+@[^\s@]+$/
const phone = /^\+?[\d\s().-]{6,}$/

/** The link of a contact; null if it is plain text. */
export function contactHref(contact: string): string | null {
  if (/^https?:\/\//i.test(contact)) return contact
  if (email.test(contact)) return `mailto:${contact}`
  if (phone.test(contact)) return `tel:${contact.replace(/[^\d+]/g, '')}`
  return null
}

export function OperatorContact({ contact }: { contact: string }) {
  const href = contactHref(contact)
  if (!href)
    return (
      <strong translate="no" className="font-semibold break-words">
        {contact}
      </strong>
    )
  return (
    <a translate="no" href={href} className="font-semibold underline break-words">
      {contact}
    </a>
  )
}
