package service

import (
	"errors"
	"fmt"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

type rowImporter struct {
	base        *usecase.Base
	customers   *Customers
	adjustments *Adjustments
}

type importEffect struct {
	customerID string
	effect     store.ImportEffect
	stamps     int64
	owed       bool
	claimed    bool
	skipReason string // in Spanish; empty: not skipped
	minor      bool
	otherName  string // id of the customer who has the row's phone or e-mail, and another name or birthday
	chosen     bool   // the owner declared that customer the same person
}

func (e importEffect) hasFilled() bool {
	return !e.effect.FilledFields.IsEmpty() || e.effect.VisitDay != ""
}

func (e importEffect) hasChanged() bool { return e.effect.Created || e.hasFilled() || e.stamps > 0 }

// importRows imports rows; a repeated row changes nothing. Known customers get missing data. Stamps become the opening
// balance of a card without one.
//
// A customer matches by phone, also a merged record's, by the last nine digits without prefix, or by e-mail; with the
// row's name by second contacts (notedContacts). Minors, archived customers, ambiguous phones and wrong data are
// skipped with a Spanish reason. Another name matches only by samePerson. In a dry run the import's id is empty.
func (i rowImporter) importRows(
	tx *store.Tx, actor usecase.Actor, importID string, rows []importing.Row, samePerson map[int]string,
) ([]importEffect, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return nil, err
	}
	if !business.IsActive() {
		return nil, loyalty.ErrBusinessSuspended
	}
	hints, err := readHints(tx, importID, rows)
	if err != nil {
		return nil, err
	}
	effects := make([]importEffect, len(rows))
	for at, row := range rows {
		hints.samePerson = samePerson[row.Number]
		if effects[at], err = i.importRow(tx, actor, business, row, hints); err != nil {
			return nil, fmt.Errorf("importing row %d: %w", row.Number, err)
		}
		effects[at].claimed = len(row.Claims) > 0 && effects[at].skipReason == ""
	}
	return effects, nil
}

func countImported(c *loyalty.ImportCounts, row importing.Row, effect importEffect) {
	duplicateCount := int64(len(row.Duplicates))
	c.OpeningStamps += effect.stamps
	if effect.owed {
		c.Owed++
	}
	if effect.claimed {
		c.ConsentClaims++
	}
	if effect.effect.VisitDay != "" {
		c.LastVisits++
	}
	switch {
	case effect.skipReason != "":
		c.Skipped += 1 + duplicateCount
		if effect.minor {
			c.Minors += 1 + duplicateCount
		}
	case effect.effect.Created:
		c.New++
		c.Merged += duplicateCount
	case effect.hasChanged():
		c.Merged += 1 + duplicateCount
	default:
		c.Known += 1 + duplicateCount
	}
}

func (i rowImporter) importRow(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, row importing.Row, hints rowHints,
) (effect importEffect, err error) {
	if (loyalty.Customer{Birthday: row.Birthday}).IsMinor(business.DayOf(i.base.Now())) {
		return importEffect{
			minor: true, skipReason: "Es menor de 14 años: hace falta el consentimiento de su madre, padre o tutor. Añádelo en el mostrador.",
		}, nil
	}
	match, err := matchRow(tx, row, hints)
	if err != nil {
		return importEffect{}, err
	}
	isChosen := match.hasOtherName && match.customer.ID == hints.samePerson
	switch {
	case match.found || isChosen:
		effect, err = i.complete(tx, actor, business, match.customer, row)
	case match.ambiguous != "":
		effect.skipReason = match.ambiguous
	case match.isArchived:
		effect.skipReason = "Hay una ficha archivada con este nombre y teléfono. Si ha vuelto, o si es otra persona, añádelo a mano."
	default:
		return i.createCustomer(tx, actor, business, row)
	}
	if match.hasOtherName {
		effect.otherName, effect.chosen = match.customer.ID, isChosen
	}
	return effect, err
}

type rowMatch struct {
	customer     loyalty.Customer
	found        bool
	ambiguous    string // in Spanish
	hasOtherName bool   // only name or birthday differ
	isArchived   bool   // only an archived customer matches
}

func matchRow(tx *store.Tx, row importing.Row, hints rowHints) (rowMatch, error) {
	holders, isWhole, err := holdersOfRowPhone(tx, row)
	if err != nil {
		return rowMatch{}, err
	}
	if isWhole {
		return matchHolders(tx, row, holders, hints.secondContacts)
	}
	recordMatch, err := hints.former.match(tx, row)
	if err != nil || recordMatch.isMerged {
		return rowMatch{customer: recordMatch.keptCustomer, found: recordMatch.isMerged}, err
	}
	second, err := hints.secondContacts.match(tx, row)
	switch {
	case err != nil:
		return rowMatch{}, err
	case second.found && recordMatch.excludes(second.customer, row):
		return rowMatch{isArchived: true}, nil
	case second.found || second.ambiguous != "":
		return second, nil
	}
	match, err := matchCustomers(tx, row, holders, isWhole)
	match.isArchived = recordMatch.isArchived
	return match, err
}

// matchHolders may match another contact if the phone is another person's, such as a family's landline.
func matchHolders(tx *store.Tx, row importing.Row, holders []loyalty.Customer, secondContacts notedContacts) (rowMatch, error) {
	match, err := matchCustomers(tx, row, holders, true)
	if err != nil || !match.hasOtherName {
		return match, err
	}
	second, err := secondContacts.match(tx, row)
	if err != nil || second.found {
		return second, err
	}
	return match, nil
}

func matchCustomers(tx *store.Tx, row importing.Row, holders []loyalty.Customer, isWhole bool) (rowMatch, error) {
	switch {
	case len(holders) > 1:
		return rowMatch{ambiguous: "El teléfono puede ser de varios clientes. Escríbelo con su prefijo."}, nil
	case len(holders) == 1:
		reason := reasonOfOtherName(holders[0], row, isWhole)
		return rowMatch{customer: holders[0], found: reason == "", ambiguous: reason, hasOtherName: reason != ""}, nil
	case row.Email == "":
		return rowMatch{}, nil
	}
	customer, err := tx.Customers().ByEmail(row.Email)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return rowMatch{}, nil
	}
	if err != nil {
		return rowMatch{}, err
	}
	isSame := !customer.IsChild() && row.IsSamePerson(customer.Name, customer.Birthday)
	if row.Phone != "" {
		// Members of a family share an e-mail, so another phone is another person's.
		return rowMatch{customer: customer, found: isSame && customer.Phone == ""}, nil
	}
	if !isSame {
		const reason = "Otro cliente tiene este correo: falta el teléfono para distinguirlos."
		return rowMatch{customer: customer, ambiguous: reason, hasOtherName: !customer.IsChild()}, nil
	}
	return rowMatch{customer: customer, found: true}, nil
}

// reasonOfOtherName returns "" for the same person. Families share phones, so data of another name would complete the
// wrong record.
func reasonOfOtherName(holder loyalty.Customer, row importing.Row, isWhole bool) string {
	if row.IsSamePerson(holder.Name, holder.Birthday) {
		return ""
	}
	const whoseRow = ". Si es la misma persona, márcalo al comprobar el archivo. Si es otra persona, añádela a mano."
	hasSameName := importing.IsSameName(holder.Name, row.Name)
	switch {
	case !isWhole && hasSameName:
		return "Este teléfono puede ser de " + holder.Name + ", que tiene otra fecha de nacimiento. Escríbelo con su prefijo."
	case !isWhole:
		return "Este teléfono puede ser de " + holder.Name + ", que tiene otro nombre. Escríbelo con su prefijo."
	case hasSameName:
		return "Este teléfono es de " + holder.Name + ", que tiene otra fecha de nacimiento" + whoseRow
	}
	return "Este teléfono es de " + holder.Name + whoseRow
}

// holdersOfRowPhone returns the customers with the row's phone, or else with its last nine digits.
func holdersOfRowPhone(tx *store.Tx, row importing.Row) (holders []loyalty.Customer, isWhole bool, err error) {
	const comparedDigits = 9
	if row.Phone != "" {
		if holders, err = customersWithPhone(tx, row.Phone); err != nil || len(holders) > 0 {
			return holders, true, err
		}
	}
	suffix := row.TypedPhone.Suffix
	if len(suffix) < comparedDigits {
		return nil, false, nil
	}
	holders, err = tx.Customers().ByPhoneEnd(suffix[len(suffix)-comparedDigits:])
	return holders, false, err
}

const importedTag = loyalty.TagCard

func (i rowImporter) createCustomer(tx *store.Tx, actor usecase.Actor, business loyalty.Business, row importing.Row) (importEffect, error) {
	switch {
	case row.Phone == "" && row.PhoneFault != "":
		return importEffect{skipReason: row.PhoneFault}, nil
	case row.Phone == "":
		return importEffect{skipReason: "Falta el teléfono."}, nil
	case row.Name == "":
		return importEffect{skipReason: "Falta el nombre."}, nil
	}
	draft := loyalty.CustomerDraft{
		Name: row.Name, Phone: row.Phone, Email: row.Email, Birthday: string(row.Birthday), Notes: row.Note, Tag: string(importedTag),
	}
	customer, err := draft.Validate(business, business.DayOf(i.base.Now()))
	if err == nil {
		_, err = loyalty.CheckOpening(row.Stamps, business.IndividualTerms(customer.Tag), "")
	}
	if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) {
		return importEffect{skipReason: refusal.Message}, nil
	}
	if err != nil {
		return importEffect{}, err
	}
	customer.ImportedVisitDay, customer.IsImported = row.LastVisit, true
	added, err := i.customers.add(tx, &customer)
	if err != nil {
		return importEffect{}, err
	}
	if !added {
		return importEffect{skipReason: "Otro cliente tiene este teléfono."}, nil
	}
	if err := i.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, customer)); err != nil {
		return importEffect{}, err
	}
	if err := i.base.Record(tx, actor.UserID, loyalty.ActionCustomerCreated, customer.ID, loyalty.DetailImported); err != nil {
		return importEffect{}, err
	}
	effect := importEffect{customerID: customer.ID, effect: store.ImportEffect{Created: true, Version: customer.Version, VisitDay: row.LastVisit}}
	err = i.open(tx, actor, business, customer, row, &effect)
	return effect, err
}

func (i rowImporter) complete(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, row importing.Row,
) (effect importEffect, err error) {
	effect.customerID = customer.ID
	row = exchangeContacts(row, customer)
	if row.Stamps == 0 && fillMissing(business, customer, row) == customer {
		return effect, nil
	}
	if customer, err = tx.Customers().Lock(customer.ID); err != nil {
		return effect, err
	}
	counted, err := isCounted(tx, business, customer, row)
	if err != nil {
		return effect, err
	}
	if counted {
		row.Stamps = 0
	}
	// The stamps come first: if they are refused, the row must change nothing.
	err = i.open(tx, actor, business, customer, row, &effect)
	if refusal := (*loyalty.Error)(nil); errors.Is(err, loyalty.ErrValidation) && errors.As(err, &refusal) {
		return importEffect{skipReason: refusal.Message}, nil
	}
	if err != nil {
		return effect, err
	}
	effect.effect.Version = customer.Version
	changedCustomer := fillMissing(business, customer, row)
	if changedCustomer == customer {
		return effect, nil
	}
	changedCustomer.Version++
	if changedCustomer.Phone != customer.Phone || changedCustomer.Email != customer.Email {
		if effect.effect.Image, err = store.ImportsIn(tx).PhoneImage(customer.ID); err != nil {
			return effect, err
		}
	}
	if err := i.fill(tx, actor, customer, changedCustomer); err != nil {
		return effect, err
	}
	effect.effect = effect.effect.WithFilled(customer, changedCustomer)
	return effect, nil
}

func (i rowImporter) fill(tx *store.Tx, actor usecase.Actor, former, changedCustomer loyalty.Customer) error {
	if err := tx.Customers().Update(changedCustomer); err != nil {
		return err
	}
	if err := i.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, changedCustomer)); err != nil {
		return err
	}
	return i.base.RecordChange(tx, actor.UserID, loyalty.ActionCustomerChanged, former.ID, loyalty.DetailImported, loyalty.ChangedCustomerFields(former, changedCustomer))
}

// fillMissing fills in missing data from the row. Only a later last visit replaces an imported one.
func fillMissing(business loyalty.Business, customer loyalty.Customer, row importing.Row) loyalty.Customer {
	if customer.Phone == "" && !customer.IsChild() {
		customer.Phone = row.Phone
	}
	if customer.Email == "" {
		customer.Email = row.Email
	}
	if customer.Birthday == "" {
		customer.Birthday = row.Birthday
	}
	if customer.Notes == "" {
		customer.Notes = row.Note
	}
	customer.Notes = loyalty.AddOtherContacts(customer.Notes, row.OtherContactNotes())
	hasComeSince := !customer.LastVisitAt.IsZero() && business.DayOf(customer.LastVisitAt) >= row.LastVisit
	if row.LastVisit > customer.ImportedVisitDay && !hasComeSince {
		customer.ImportedVisitDay = row.LastVisit
	}
	return customer
}

func (i rowImporter) open(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, row importing.Row, effect *importEffect,
) error {
	if row.Stamps == 0 {
		return nil
	}
	request := OpeningRequest{CustomerID: customer.ID, Stamps: row.Stamps, Note: loyalty.DetailImported}
	result, err := i.adjustments.recordOpening(tx, actor, business, customer, request)
	if errors.Is(err, loyalty.ErrOpeningBalanceRecorded) {
		return refuseForRelative(tx, customer)
	}
	if err != nil {
		return err
	}
	effect.stamps, effect.owed, effect.effect.Adjustment = row.Stamps, len(result.NewRewards) > 0, result.Adjustment.ID
	return nil
}

// refuseForRelative refuses stamps if the family's opening balance is another member's.
func refuseForRelative(tx *store.Tx, customer loyalty.Customer) error {
	if !customer.SharesPoints() {
		return nil
	}
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return err
	}
	openedFor, err := tx.Cards().OpenedFor(wallet.StampedCard.ID)
	if err == nil && openedFor != customer.ID {
		return loyalty.InvalidField("stamps", "La tarjeta de su familia ya tiene los sellos de papel de otra persona. Súmale los suyos con una corrección.")
	}
	return err
}
