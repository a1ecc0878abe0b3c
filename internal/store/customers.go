package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

const customerColumns = `
	c.id, c.name, c.phone, c.email, c.birthday, c.notes, c.tag, c.visits_count, c.first_visit_day, c.last_visit_at,
	c.created_at, c.family_id, f.name, f.policy, c.family_role`

const fromCustomers = `
	FROM customers c
	LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id
	WHERE c.business_id = $1`

// Customer returns an active customer, or loyalty.ErrCustomerNotFound. The id of
// a record that was merged into another returns that one: old QRs keep
// working.
func (tx *Tx) Customer(id string) (loyalty.Customer, error) {
	customer, err := tx.customerWhere(`c.id = $2`, id)
	if !errors.Is(err, loyalty.ErrCustomerNotFound) {
		return customer, err
	}
	kept, merged, fault := tx.MergedInto(id)
	if fault != nil || !merged {
		if fault != nil {
			return customer, fault
		}
		return customer, err
	}
	return tx.Customer(kept)
}

// LockCustomer is Customer, and keeps every other transaction from changing
// the customer, and whoever else locks it from going on, until this one ends.
func (tx *Tx) LockCustomer(id string) (loyalty.Customer, error) {
	if lock := tx.locking(); lock != "" {
		var locked string
		_, err := tx.one(`SELECT id FROM customers WHERE business_id = $1 AND id = $2`+lock,
			[]any{tx.businessID, id}, &locked)
		if err != nil {
			return loyalty.Customer{}, fmt.Errorf("locking customer %s: %w", id, err)
		}
	}
	customer, err := tx.Customer(id)
	if err != nil || customer.ID == id {
		return customer, err
	}
	return tx.LockCustomer(customer.ID)
}

// CustomerByPhone returns the active customer with a phone (E.164), or
// loyalty.ErrCustomerNotFound.
func (tx *Tx) CustomerByPhone(phone string) (loyalty.Customer, error) {
	return tx.customerWhere(`c.phone = $2`, phone)
}

// CustomerByEmail returns an active customer with an address (in lower case),
// the oldest where several share it, or loyalty.ErrCustomerNotFound.
func (tx *Tx) CustomerByEmail(email string) (loyalty.Customer, error) {
	return tx.customerWhere(`c.email = $2`, email)
}

func (tx *Tx) customerWhere(condition, value string) (loyalty.Customer, error) {
	row := tx.q.QueryRowContext(tx.ctx,
		`SELECT`+customerColumns+fromCustomers+` AND `+condition+` AND c.archived_at IS NULL ORDER BY c.created_at, c.id LIMIT 1`,
		tx.businessID, value)
	customer, err := scanCustomer(row)
	if errors.Is(err, sql.ErrNoRows) {
		return customer, loyalty.ErrCustomerNotFound
	}
	if err != nil {
		return customer, fmt.Errorf("reading a customer: %w", err)
	}
	return customer, nil
}

// InsertCustomer adds a customer with the card that collects her stamps. It
// reports false, and adds nothing, when an active customer has the phone.
func (tx *Tx) InsertCustomer(c loyalty.Customer, card loyalty.Card) (bool, error) {
	added, err := tx.exec(`
		INSERT INTO customers (
			business_id, id, name, sort_key, phone, email, birthday, notes, tag, search, visits_count, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11)
		ON CONFLICT (business_id, phone) WHERE archived_at IS NULL DO NOTHING`,
		tx.businessID, c.ID, c.Name, loyalty.SortKey(c.Name), text(c.Phone), text(c.Email), text(c.Birthday),
		text(c.Notes), text(c.Tag), searchText(c), millis(c.CreatedAt))
	if err != nil {
		return false, fmt.Errorf("adding a customer: %w", err)
	}
	if added == 0 {
		return false, nil
	}
	return true, tx.InsertCard(card)
}

// UpdateCustomer writes the fields that people edit. It returns
// loyalty.ErrPhoneTaken when another active customer has the phone.
func (tx *Tx) UpdateCustomer(c loyalty.Customer) error {
	err := tx.execOne(`
		UPDATE customers
		SET name = $3, sort_key = $4, phone = $5, email = $6, birthday = $7, notes = $8, tag = $9, search = $10,
			phone_verified_at = CASE WHEN phone = $5 THEN phone_verified_at END
		WHERE business_id = $1 AND id = $2`,
		tx.businessID, c.ID, c.Name, loyalty.SortKey(c.Name), text(c.Phone), text(c.Email), text(c.Birthday),
		text(c.Notes), text(c.Tag), searchText(c))
	if tx.store.dialect.isUnique(err) {
		return loyalty.ErrPhoneTaken
	}
	if err != nil {
		return fmt.Errorf("changing customer %s: %w", c.ID, err)
	}
	return nil
}

// ArchiveCustomer takes a customer out of every list and look-up and out of
// her family. Her visits and rewards stay.
func (tx *Tx) ArchiveCustomer(customerID string, at time.Time) error {
	err := tx.execOne(`
		UPDATE customers SET archived_at = $3, family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`,
		tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("archiving customer %s: %w", customerID, err)
	}
	return nil
}

// NoteSignIn notes that a customer has entered her portal.
func (tx *Tx) NoteSignIn(customerID string, at time.Time) error {
	err := tx.execOne(`UPDATE customers SET signed_in_at = $3 WHERE business_id = $1 AND id = $2`, tx.businessID, customerID, millis(at))
	if err != nil {
		return fmt.Errorf("noting that customer %s signed in: %w", customerID, err)
	}
	return nil
}

// LastSeen returns since when a customer's phone is known to be hers, and when
// she entered her portal last; either may be the zero instant.
func (tx *Tx) LastSeen(customerID string) (phoneVerified, signedIn time.Time, err error) {
	var verified, entered sql.NullInt64
	_, err = tx.one(`SELECT phone_verified_at, signed_in_at FROM customers WHERE business_id = $1 AND id = $2`,
		[]any{tx.businessID, customerID}, &verified, &entered)
	if err != nil {
		return phoneVerified, signedIn, fmt.Errorf("reading when customer %s was seen: %w", customerID, err)
	}
	return instant(verified), instant(entered), nil
}

// CountVisit adds a visit to a customer's count. The first one gives her the
// day she came first.
func (tx *Tx) CountVisit(v loyalty.Visit, first bool) error {
	args, firstDay := []any{tx.businessID, v.CustomerID, v.At.UnixMilli()}, ""
	// Its index is left alone by all other visits.
	if first {
		args, firstDay = append(args, v.Day), `, first_visit_day = $4`
	}
	err := tx.execOne(`
		UPDATE customers
		SET visits_count = visits_count + 1,
			last_visit_at = CASE WHEN last_visit_at > $3 THEN last_visit_at ELSE $3 END`+firstDay+`
		WHERE business_id = $1 AND id = $2`, args...)
	if err != nil {
		return fmt.Errorf("counting visit %s: %w", v.ID, err)
	}
	return nil
}

// UncountVisit takes a deleted visit off a customer's count.
func (tx *Tx) UncountVisit(v loyalty.Visit) error {
	err := tx.execOne(`
		UPDATE customers
		SET visits_count = visits_count - 1,
			first_visit_day = (
				SELECT min(v.local_day) FROM visits v
				WHERE v.business_id = $1 AND v.customer_id = $2 AND v.deleted_at IS NULL),
			last_visit_at = (
				SELECT max(v.visited_at) FROM visits v
				WHERE v.business_id = $1 AND v.customer_id = $2 AND v.deleted_at IS NULL)
		WHERE business_id = $1 AND id = $2`,
		tx.businessID, v.CustomerID)
	if err != nil {
		return fmt.Errorf("uncounting visit %s: %w", v.ID, err)
	}
	return nil
}

// CustomerSearch says which customers are looked for; the zero value finds all.
type CustomerSearch struct {
	// Text is part of a name, a bonus label, a phone or an e-mail, whatever its
	// case and accents, or a whole id.
	Text string
	// Masked finds phones and e-mails only whole: who sees them masked is not
	// to find them out piece by piece.
	Masked bool
	// Phone is the text in E.164 where it is a whole phone.
	Phone string
}

// ListCustomers returns a page of the active customers that a search finds, in
// Spanish order of their names.
func (tx *Tx) ListCustomers(search CustomerSearch, page Page) (Listed[loyalty.Customer], error) {
	where := clause{args: []any{tx.businessID}}
	where.and(`c.archived_at IS NULL`)
	// True of all: it leads SQLite to the index that holds whatever is asked here.
	where.and(`c.sort_key >= ''`)
	tx.addCustomerSearch(&where, search)
	found := where // all pages
	if page.after != nil {
		where.and(`(c.sort_key, c.id) > (` + where.bind(page.after[0]) + `, ` + where.bind(page.after[1]) + `)`)
	}
	listed := lister[loyalty.Customer]{limit: page.Limit}
	// The keys of the page are found within the index; only its rows are read.
	query := `SELECT page.sort_key,` + customerColumns + `
		FROM (
			SELECT c.sort_key, c.id FROM customers c WHERE c.business_id = $1` + where.sql() + `
			ORDER BY c.sort_key, c.id LIMIT ` + where.bind(page.Limit+1) + `
		) page
		JOIN customers c ON c.business_id = $1 AND c.id = page.id
		LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id
		ORDER BY page.sort_key, page.id`
	err := tx.each(query, where.args, func(row scanner) error {
		var key string
		customer, err := scanCustomer(keyed{row, &key})
		listed.add(customer, key, customer.ID)
		return err
	})
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("listing customers: %w", err)
	}
	if listed.total = int64(len(listed.items)); page.after != nil || listed.overflows() {
		listed.total, err = tx.count(`SELECT count(*) FROM customers c WHERE c.business_id = $1`+found.sql(), found.args)
	}
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("counting customers: %w", err)
	}
	return listed.done(), nil
}

func (tx *Tx) addCustomerSearch(where *clause, search CustomerSearch) {
	folded := loyalty.Fold(search.Text)
	if folded == "" {
		return
	}
	found := tx.contactsIn
	if search.Masked {
		found = tx.wholeContacts
	}
	anywhere := found(where, folded, search)
	if id := strings.TrimSpace(search.Text); len(id) >= shortestID && loyalty.ValidID(id) {
		anywhere = append(anywhere, `c.id = `+where.bind(id))
	}
	where.and(`(` + strings.Join(anywhere, ` OR `) + `)`)
}

// contactsIn looks through the whole search text.
func (tx *Tx) contactsIn(where *clause, folded string, search CustomerSearch) []string {
	anywhere := []string{tx.positionOf(where, folded) + ` > 0`}
	if digits := phoneDigits(search.Text); digits != "" && digits != folded {
		anywhere = append(anywhere, tx.positionOf(where, digits)+` > 0`)
	}
	return anywhere
}

// wholeContacts looks through what everybody sees, which ends with the first
// line of the search text.
func (tx *Tx) wholeContacts(where *clause, folded string, search CustomerSearch) []string {
	anywhere := []string{
		tx.positionOf(where, folded) + ` BETWEEN 1 AND ` + tx.positionOf(where, "\n"),
		`c.email = ` + where.bind(folded),
	}
	if search.Phone != "" {
		anywhere = append(anywhere, `c.phone = `+where.bind(search.Phone))
	}
	return anywhere
}

// positionOf is where a text first stands in the search text, from 1; 0 when it
// does not.
func (tx *Tx) positionOf(where *clause, text string) string {
	return tx.store.dialect.position + `(c.search, ` + where.bind(text) + `)`
}

// shortestID is the length from which a search may be a customer's id.
const shortestID = 10

// afterName ends the name in a search text.
const afterName = "\t"

// searchText is what searches look through: each kind of text apart from the
// others, so that no search reaches over two, and those that are masked for
// some on lines of their own.
func searchText(c loyalty.Customer) string {
	everybodys := loyalty.Fold(c.Name) + afterName + loyalty.Fold(c.Tag.Label())
	return everybodys + "\n" + c.Email + "\n" + c.Phone
}

// phoneDigits returns the digits of a search that may be part of a phone, and
// nothing for one that has letters.
func phoneDigits(search string) string {
	if strings.ContainsFunc(search, func(r rune) bool { return !strings.ContainsRune("+0123456789 ().-/", r) }) {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, search)
	return strings.TrimPrefix(digits, "00")
}

func scanCustomer(row scanner) (loyalty.Customer, error) {
	var c loyalty.Customer
	var phone, email, birthday, notes, tag, firstVisit, familyID, familyName, policy, role sql.NullString
	var lastVisit, created sql.NullInt64
	err := row.Scan(&c.ID, &c.Name, &phone, &email, &birthday, &notes, &tag, &c.VisitsCount, &firstVisit, &lastVisit,
		&created, &familyID, &familyName, &policy, &role)
	if err != nil {
		return c, err
	}
	c.Phone, c.Email, c.Birthday = phone.String, email.String, loyalty.Day(birthday.String)
	c.Notes, c.Tag = notes.String, loyalty.Tag(tag.String)
	c.FirstVisitDay = loyalty.Day(firstVisit.String)
	c.LastVisitAt, c.CreatedAt = instant(lastVisit), instant(created)
	if familyID.Valid {
		c.Family = &loyalty.Membership{
			FamilyID: familyID.String,
			Name:     familyName.String,
			Policy:   loyalty.FamilyPolicy(policy.String),
			Role:     loyalty.FamilyRole(role.String),
		}
	}
	return c, nil
}

// keyed scans a sort key that stands before the columns of a row.
type keyed struct {
	row scanner
	key any
}

func (k keyed) Scan(into ...any) error { return k.row.Scan(append([]any{k.key}, into...)...) }
