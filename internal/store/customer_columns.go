package store

import "axioma/internal/loyalty"

// customerRow is what is kept in the record of a customer, and what becomes of it. A
// new field of hers is written, read, exported and erased by what stands here.
var customerRow = columns[loyalty.Customer]{
	{
		name: "id", hidden: technical, stays: nameless,
		bind: func(c loyalty.Customer) any { return c.ID },
		into: func(c *loyalty.Customer) any { return &c.ID },
	},
	{
		name: "name", edited: true, erased: `$3`,
		bind: func(c loyalty.Customer) any { return c.Name },
		into: func(c *loyalty.Customer) any { return &c.Name },
	},
	{
		name: "sort_key", edited: true, erased: `$4`, hidden: derived, withheld: "made from the name, for lists",
		bind: func(c loyalty.Customer) any { return loyalty.SortKey(c.Name) },
	},
	{
		name: "phone", edited: true, erased: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Phone) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.Phone) },
	},
	{
		name: "guardian_id", edited: true, hidden: technical, erased: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.GuardianID) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.GuardianID) },
	},
	{
		name: "phone_verified_at", erased: `NULL`,
		follows: `CASE WHEN phone = $phone THEN phone_verified_at END`,
	},
	{
		name: "phone_unproved", flag: true, erased: `FALSE`, hidden: "a customer who sees all of the data has proved the phone",
		into:    func(c *loyalty.Customer) any { return &c.PhoneUnverified },
		follows: `CASE WHEN phone = $phone THEN phone_unproved ELSE FALSE END`,
	},
	{
		name: "registrant", erased: `NULL`, hidden: technical, withheld: "identifies the browser in which the customer registered",
		follows: `CASE WHEN phone = $phone THEN registrant END`,
	},
	{
		name: "whatsapp_id", erased: `NULL`, hidden: "how WhatsApp writes her phone",
		follows: `CASE WHEN phone = $phone THEN whatsapp_id END`,
	},
	{
		name: "phone_released_at", erased: `NULL`, hidden: "a customer who sees all of the data has a phone on file",
		into:    func(c *loyalty.Customer) any { return (*optionalInstant)(&c.PhoneReleasedAt) },
		follows: `CASE WHEN $phone IS NULL THEN phone_released_at END`,
	},
	{
		name: "phone_release_seen_at", erased: `NULL`, hidden: "says what the staff know of the record",
		follows: `CASE WHEN $phone IS NULL THEN phone_release_seen_at END`,
	},
	{
		name: "email", edited: true, erased: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Email) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.Email) },
	},
	{
		name: "email_unproved", flag: true, erased: `FALSE`,
		into: func(c *loyalty.Customer) any { return &c.EmailUnverified },
		// What stands on a child's record was her guardian's word.
		follows: `CASE WHEN email = $email THEN email_unproved OR (guardian_id IS NOT NULL AND coalesce($guardian_id, '') = '') ELSE FALSE END`,
	},
	{
		name: "birthday", edited: true, erased: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Birthday) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.Birthday) },
	},
	{
		name: "notes", edited: true, erased: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Notes) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.Notes) },
	},
	{
		name: "tag", edited: true, stays: nameless,
		bind: func(c loyalty.Customer) any { return text(c.Tag) },
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.Tag) },
	},
	{
		name: "search", edited: true, erased: `''`, hidden: derived, withheld: "made from the other columns, for searches",
		bind: func(c loyalty.Customer) any { return searchText(c) },
	},
	{
		name: "visits_count", stays: nameless,
		bind: func(loyalty.Customer) any { return 0 },
		into: func(c *loyalty.Customer) any { return &c.VisitsCount },
	},
	{
		name: "first_visit_day", hidden: technical, stays: nameless,
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.FirstVisitDay) },
	},
	{
		name: "last_visit_at", hidden: technical, stays: nameless,
		into: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.LastVisitAt) },
	},
	{name: "rhythm", hidden: technical, stays: nameless, withheld: "made from the last visits, for the owner's week"},
	{name: "family_id", hidden: technical, stays: nameless},
	{name: "family_role", hidden: technical, stays: nameless},
	{
		name: "created_at", stays: nameless,
		bind: func(c loyalty.Customer) any { return millis(c.CreatedAt) },
		into: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.CreatedAt) },
	},
	{
		name: "version", edited: true, hidden: technical, stays: nameless, withheld: "counts the changes, for whoever edits",
		bind: func(c loyalty.Customer) any { return c.Version },
		into: func(c *loyalty.Customer) any { return &c.Version },
	},
	{
		name: "qr_id", hidden: technical, erased: `NULL`,
		into: func(c *loyalty.Customer) any { return (*optionalText)(&c.QRID) },
	},
	{
		name: "greeted_at", hidden: technical, erased: `NULL`,
		into: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.GreetedAt) },
	},
	{name: "signed_in_at", erased: `NULL`},
	{name: "archived_at", hidden: technical, stays: nameless},
	{name: "discarded_at", hidden: technical, stays: nameless},
	{name: "merged_into", hidden: technical, stays: nameless},
}

// The texts that customerRow makes, once.
var (
	insertCustomer = customerRow.insertInto(`customers`, `business_id`) + ` ON CONFLICT (business_id, phone) WHERE archived_at IS NULL DO NOTHING`
	updateCustomer = customerRow.update(`customers`, `business_id`, `id`)

	// The family is asked for by its key. Were it joined, PostgreSQL would read all
	// families of a shop that has many more than others.
	customerColumns = customerRow.of(`c`) + `,
		c.family_id,
		(SELECT f.name FROM families f WHERE f.business_id = c.business_id AND f.id = c.family_id),
		(SELECT f.policy FROM families f WHERE f.business_id = c.business_id AND f.id = c.family_id),
		c.family_role`

	customerByID     = activeCustomer(`c.id = $2`)
	customersByPhone = `SELECT` + customerColumns + fromCustomers + `
		AND c.phone IN ($2, $3) AND c.archived_at IS NULL
		ORDER BY CASE WHEN c.phone = $2 THEN 0 ELSE 1 END, c.id`
	customerByEmail = activeCustomer(`c.email = $2`)
)

const fromCustomers = `
	FROM customers c
	WHERE c.business_id = $1`

func activeCustomer(condition string) string {
	return `SELECT` + customerColumns + fromCustomers + ` AND ` + condition + ` AND c.archived_at IS NULL ORDER BY c.created_at, c.id LIMIT 1`
}

// scanCustomer reads customerColumns.
func scanCustomer(row scanner) (loyalty.Customer, error) {
	var c loyalty.Customer
	var family loyalty.Membership
	err := row.Scan(customerRow.into(&c, (*optionalText)(&family.FamilyID), (*optionalText)(&family.Name),
		(*optionalText)(&family.Policy), (*optionalText)(&family.Role))...)
	if err == nil && family.FamilyID != "" {
		c.Family = &family
	}
	return c, err
}
