package store

import "axioma/internal/loyalty"

var customerRow = columns[loyalty.Customer]{
	{
		name: "id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(c loyalty.Customer) any { return c.ID },
		dest: func(c *loyalty.Customer) any { return &c.ID },
	},
	{
		name: "name", edited: true, eraseSQL: `$3`,
		bind: func(c loyalty.Customer) any { return c.Name },
		dest: func(c *loyalty.Customer) any { return &c.Name },
	},
	{
		name: "sort_key", edited: true, eraseSQL: `$4`, hiddenReason: reasonDerived, withheldReason: "derived from the name, for sorting",
		bind: func(c loyalty.Customer) any { return loyalty.SortKey(c.Name) },
	},
	{
		name: "phone", edited: true, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Phone) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.Phone) },
	},
	{
		name: "guardian_id", edited: true, hiddenReason: reasonTechnical, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.GuardianID) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.GuardianID) },
	},
	{
		name: "phone_verified_at", eraseSQL: `NULL`,
		updateSQL: `CASE WHEN phone = $phone THEN phone_verified_at END`,
	},
	{
		name: "phone_unverified", flag: true, eraseSQL: `FALSE`, hiddenReason: reasonTechnical,
		dest:      func(c *loyalty.Customer) any { return &c.PhoneUnverified },
		updateSQL: `CASE WHEN phone = $phone THEN phone_unverified ELSE FALSE END`,
	},
	{
		name: "registrant", eraseSQL: `NULL`, hiddenReason: reasonTechnical, withheldReason: "identifies the browser in which the customer registered",
		updateSQL: `CASE WHEN phone = $phone THEN registrant END`,
	},
	{
		name: "whatsapp_id", eraseSQL: `NULL`, hiddenReason: "the customer's phone as WhatsApp writes it",
		updateSQL: `CASE WHEN phone = $phone THEN whatsapp_id END`,
	},
	{
		name: "phone_released_at", eraseSQL: `NULL`, hiddenReason: "always empty for a customer who sees all data: they have a phone on file",
		dest:      func(c *loyalty.Customer) any { return (*optionalInstant)(&c.PhoneReleasedAt) },
		updateSQL: `CASE WHEN $phone IS NULL THEN phone_released_at END`,
	},
	{
		name: "phone_release_seen_at", eraseSQL: `NULL`, hiddenReason: "only says whether the staff have seen the release",
		updateSQL: `CASE WHEN $phone IS NULL THEN phone_release_seen_at END`,
	},
	{
		name: "email", edited: true, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Email) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.Email) },
	},
	{
		name: "email_unverified", flag: true, eraseSQL: `FALSE`,
		dest: func(c *loyalty.Customer) any { return &c.EmailUnverified },
		// A guardian typed the e-mail of a child's record: it is unverified once there is no guardian.
		updateSQL: `CASE WHEN email = $email THEN email_unverified OR (guardian_id IS NOT NULL AND coalesce($guardian_id, '') = '') ELSE FALSE END`,
	},
	{
		name: "birthday", edited: true, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Birthday) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.Birthday) },
	},
	{
		name: "notes", edited: true, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.Notes) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.Notes) },
	},
	{name: "usual_note", eraseSQL: `NULL`},
	{name: "usual_version", hiddenReason: reasonTechnical, keepReason: reasonAnonymous, withheldReason: "version of the note, for optimistic concurrency"},
	{
		name: "tag", edited: true, keepReason: reasonAnonymous,
		bind: func(c loyalty.Customer) any { return text(c.Tag) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.Tag) },
	},
	{
		name: "search", edited: true, eraseSQL: `''`, hiddenReason: reasonDerived, withheldReason: "derived from the other columns, for searches",
		bind: func(c loyalty.Customer) any { return searchText(c) },
	},
	{
		name: "claimed_stamps", eraseSQL: `0`, hiddenReason: "the customer's own claim about a paper card, until the staff decide",
		bind: func(c loyalty.Customer) any { return c.ClaimedStamps },
		dest: func(c *loyalty.Customer) any { return &c.ClaimedStamps },
	},
	{
		name: "rejected_stamps", eraseSQL: `0`, hiddenReason: "the customer's own claim about a paper card, which the staff rejected",
		bind: func(c loyalty.Customer) any { return c.RejectedStamps },
		dest: func(c *loyalty.Customer) any { return &c.RejectedStamps },
	},
	{
		name: "visits_count", keepReason: reasonAnonymous,
		bind: func(loyalty.Customer) any { return 0 },
		dest: func(c *loyalty.Customer) any { return &c.VisitsCount },
	},
	{
		name: "first_visit_day", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.FirstVisitDay) },
	},
	{
		name: "last_visit_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		dest: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.LastVisitAt) },
	},
	{
		name: "imported_visit_day", edited: true, keepReason: reasonAnonymous,
		bind: func(c loyalty.Customer) any { return text(string(c.ImportedVisitDay)) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.ImportedVisitDay) },
	},
	{
		name: "imported", flag: true, hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(c loyalty.Customer) any { return c.IsImported },
		dest: func(c *loyalty.Customer) any { return &c.IsImported },
	},
	{
		name: "rhythm", updateSQL: `CASE WHEN coalesce(imported_visit_day, '') = coalesce($imported_visit_day, '') THEN rhythm END`,
		hiddenReason: reasonTechnical, keepReason: reasonAnonymous, withheldReason: "derived from the last visits, for the owner's week",
	},
	{name: "family_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
	{name: "family_role", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
	{
		name: "created_at", keepReason: reasonAnonymous,
		bind: func(c loyalty.Customer) any { return millis(c.CreatedAt) },
		dest: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.CreatedAt) },
	},
	{
		name: "version", edited: true, hiddenReason: reasonTechnical, keepReason: reasonAnonymous, withheldReason: "version for optimistic concurrency",
		bind: func(c loyalty.Customer) any { return c.Version },
		dest: func(c *loyalty.Customer) any { return &c.Version },
	},
	{
		name: "qr_id", hiddenReason: reasonTechnical, eraseSQL: `NULL`,
		bind: func(c loyalty.Customer) any { return text(c.QRID) },
		dest: func(c *loyalty.Customer) any { return (*optionalText)(&c.QRID) },
	},
	{
		name: "snapshot_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		withheldReason: "identifies the customer in the snapshots of counters",
	},
	{
		name: "greeted_at", hiddenReason: reasonTechnical, eraseSQL: `NULL`,
		dest: func(c *loyalty.Customer) any { return (*optionalInstant)(&c.GreetedAt) },
	},
	{
		name: "greeted_before", hiddenReason: reasonTechnical, eraseSQL: `NULL`,
		withheldReason: "the previous greeting, for undoing the last one within a day",
	},
	{name: "signed_in_at", eraseSQL: `NULL`},
	{name: "archived_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
	{name: "discarded_at", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
	{name: "merged_into", hiddenReason: reasonTechnical, keepReason: reasonAnonymous},
}

var (
	insertCustomer = customerRow.insertSQL(`customers`, `business_id`) + ` ON CONFLICT (business_id, phone) WHERE archived_at IS NULL DO NOTHING`
	updateCustomer = customerRow.updateSQL(`customers`, `business_id`, `id`)

	// customerColumns uses subqueries: for a join PostgreSQL would read all families.
	customerColumns = customerRow.selectList(`c`) + `,
		c.family_id,
		(SELECT f.name FROM families f WHERE f.business_id = c.business_id AND f.id = c.family_id),
		(SELECT f.policy FROM families f WHERE f.business_id = c.business_id AND f.id = c.family_id),
		c.family_role`

	customerByID     = `SELECT` + customerColumns + fromCustomers + ` AND c.archived_at IS NULL` + idOrQR
	customersByPhone = `SELECT` + customerColumns + fromCustomers + `
		AND c.phone IN ($2, $3) AND c.archived_at IS NULL
		ORDER BY CASE WHEN c.phone = $2 THEN 0 ELSE 1 END, c.id`
	customerByEmail = activeCustomer(`c.email = $2`)
)

// idOrQR uses two unique keys, which PostgreSQL could not use in a subquery behind row-level policies.
const idOrQR = ` AND (c.id = $2 OR c.qr_id = $2) ORDER BY CASE WHEN c.id = $2 THEN 0 ELSE 1 END`

const fromCustomers = `
	FROM customers c
	WHERE c.business_id = $1`

func activeCustomer(condition string) string {
	return `SELECT` + customerColumns + fromCustomers + ` AND ` + condition + ` AND c.archived_at IS NULL ORDER BY c.created_at, c.id LIMIT 1`
}

func scanCustomer(row scanner) (loyalty.Customer, error) {
	var c loyalty.Customer
	var family loyalty.Membership
	err := row.Scan(customerRow.scanTargets(&c, (*optionalText)(&family.FamilyID), (*optionalText)(&family.Name),
		(*optionalText)(&family.Policy), (*optionalText)(&family.Role))...)
	if err == nil && family.FamilyID != "" {
		c.Family = &family
	}
	return c, err
}
