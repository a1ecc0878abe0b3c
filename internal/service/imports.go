package service

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Imports brings customers of other systems into a business. It records no consent and sends no message.
type Imports struct {
	base        *usecase.Base
	customers   *Customers
	adjustments *Adjustments
}

// importBatchSize limits the rows of one transaction, so that check-ins do not wait.
const importBatchSize = 50

// importDetail is the detail of the audit entries of imported customers, and the note of their opening balances.
const importDetail = "Importado de un archivo"

// ImportResult counts the rows of an imported file. Rows is the sum of New, Known, Merged and the skipped ones.
type ImportResult struct {
	Rows          int
	New           int // became customers
	Known         int // of customers who lack nothing that the row has
	Merged        int // completed a known customer, or repeated an earlier row
	OpeningStamps int64
	Owed          int // customers who start with a reward
	Skipped       []importing.Skipped
}

// importEffect is what one row changed.
type importEffect struct {
	created, filled bool
	stamps          int64
	owed            bool
	skipped         string // the reason; empty: not skipped
}

// errDryRun rolls a dry run back.
var errDryRun = errors.New("dry run")

// Read parses a file for the country and the day of the actor's business. It refuses as importing.Parse does.
func (i *Imports) Read(ctx context.Context, actor usecase.Actor, data []byte) (importing.File, error) {
	business, err := i.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return importing.File{}, err
	}
	return importing.Parse(data, importing.Options{Country: business.Country, Today: business.DayOf(i.base.Now())})
}

// OwnerOf returns the first enabled owner of a business as an actor, for imports by the operator. It refuses with
// loyalty.ErrBusinessNotFound, and with loyalty.ErrUserNotFound for a business without an owner.
func (i *Imports) OwnerOf(ctx context.Context, businessID string) (usecase.Actor, error) {
	if _, err := i.base.BusinessByID(ctx, businessID); err != nil {
		return usecase.Actor{}, err
	}
	var staff []loyalty.User
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		staff, err = tx.Users().Of(businessID)
		return err
	})
	if err != nil {
		return usecase.Actor{}, err
	}
	at := slices.IndexFunc(staff, func(user loyalty.User) bool { return user.Role == loyalty.Owner && user.DisabledAt.IsZero() })
	if at < 0 {
		return usecase.Actor{}, loyalty.ErrUserNotFound
	}
	return usecase.Actor{UserID: staff[at].ID, Role: loyalty.Owner, BusinessID: businessID}, nil
}

// Import adds the customers of a file. Known ones get the data that they lack. Stamps become an opening balance of a
// card that has none yet. The same file again changes nothing.
//
// A customer is known by the phone, by its last nine digits if the file has no prefix, or by the e-mail. Rows of
// minors, of ambiguous phones and with wrong data are skipped with a reason in Spanish.
//
// A dry run executes the same transactions and rolls them back. After an error, rows of former batches stay and the
// next call continues.
func (i *Imports) Import(ctx context.Context, actor usecase.Actor, file importing.File, dryRun bool) (ImportResult, error) {
	result := ImportResult{Rows: file.Total, Skipped: slices.Clone(file.Skipped)}
	for rows := range slices.Chunk(file.Rows, importBatchSize) {
		effects, err := i.importBatch(ctx, actor, rows, dryRun)
		if err != nil {
			return result, err
		}
		for at, effect := range effects {
			result.add(rows[at], effect)
		}
	}
	slices.SortFunc(result.Skipped, func(a, b importing.Skipped) int { return a.Row - b.Row })
	return result, nil
}

// add counts a row, with the rows that repeat it.
func (r *ImportResult) add(row importing.Row, effect importEffect) {
	repeated := len(row.Duplicates)
	r.OpeningStamps += effect.stamps
	if effect.owed {
		r.Owed++
	}
	switch {
	case effect.skipped != "":
		r.Skipped = append(r.Skipped, importing.Skipped{Row: row.Number, Reason: effect.skipped})
		for _, number := range row.Duplicates {
			r.Skipped = append(r.Skipped, importing.Skipped{Row: number, Reason: effect.skipped})
		}
	case effect.created:
		r.New++
		r.Merged += repeated
	case effect.filled || effect.stamps > 0:
		r.Merged += 1 + repeated
	default:
		r.Known += 1 + repeated
	}
}

func (i *Imports) importBatch(ctx context.Context, actor usecase.Actor, rows []importing.Row, dryRun bool) (effects []importEffect, err error) {
	err = i.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		effects = make([]importEffect, len(rows))
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.IsActive() {
			return loyalty.ErrBusinessSuspended
		}
		for at, row := range rows {
			if effects[at], err = i.importRow(tx, actor, business, row); err != nil {
				return fmt.Errorf("importing row %d: %w", row.Number, err)
			}
		}
		if dryRun {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return effects, err
}

func (i *Imports) importRow(tx *store.Tx, actor usecase.Actor, business loyalty.Business, row importing.Row) (importEffect, error) {
	if (loyalty.Customer{Birthday: row.Birthday}).IsMinor(business.DayOf(i.base.Now())) {
		return importEffect{skipped: "Es menor de 14 años: hace falta el consentimiento de su madre, padre o tutor. Añádelo en el mostrador."}, nil
	}
	customer, found, ambiguous, err := matchRow(tx, row)
	switch {
	case err != nil:
		return importEffect{}, err
	case ambiguous != "":
		return importEffect{skipped: ambiguous}, nil
	case found:
		return i.complete(tx, actor, business, customer, row)
	}
	return i.create(tx, actor, business, row)
}

// matchRow returns the customer whom a row means. ambiguous says in Spanish why none can be chosen.
func matchRow(tx *store.Tx, row importing.Row) (customer loyalty.Customer, found bool, ambiguous string, err error) {
	holders, err := holdersOfRowPhone(tx, row)
	switch {
	case err != nil:
		return customer, false, "", err
	case len(holders) > 1:
		return customer, false, "El teléfono puede ser de varios clientes. Escríbelo con su prefijo.", nil
	case len(holders) == 1:
		return holders[0], true, "", nil
	case row.Email == "":
		return customer, false, "", nil
	}
	customer, err = tx.Customers().ByEmail(row.Email)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return customer, false, "", nil
	}
	if err != nil {
		return customer, false, "", err
	}
	isSame := !customer.IsChild() && importing.IsSameName(customer.Name, row.Name)
	if row.Phone != "" {
		// People of one family share an e-mail: another phone is another person.
		return customer, isSame && customer.Phone == "", "", nil
	}
	if !isSame {
		return customer, false, "Otro cliente tiene este correo: falta el teléfono para distinguirlos.", nil
	}
	return customer, true, "", nil
}

// holdersOfRowPhone returns the active customers with the phone of a row, else those whose phone ends with its last
// nine digits if the row has no prefix.
func holdersOfRowPhone(tx *store.Tx, row importing.Row) ([]loyalty.Customer, error) {
	const compared = 9
	if row.Phone != "" {
		holders, err := customersWithPhone(tx, row.Phone)
		if err != nil || len(holders) > 0 {
			return holders, err
		}
	}
	suffix := row.Typed.Suffix
	if len(suffix) < compared {
		return nil, nil
	}
	return tx.Customers().ByPhoneEnd(suffix[len(suffix)-compared:])
}

func (i *Imports) create(tx *store.Tx, actor usecase.Actor, business loyalty.Business, row importing.Row) (importEffect, error) {
	switch {
	case row.Phone == "" && row.PhoneFault != "":
		return importEffect{skipped: row.PhoneFault}, nil
	case row.Phone == "":
		return importEffect{skipped: "Falta el teléfono."}, nil
	case row.Name == "":
		return importEffect{skipped: "Falta el nombre."}, nil
	}
	draft := loyalty.CustomerDraft{
		Name: row.Name, Phone: row.Phone, Email: row.Email, Birthday: string(row.Birthday), Notes: row.Note, Tag: string(loyalty.TagCard),
	}
	customer, err := draft.Validate(business, business.DayOf(i.base.Now()))
	if err == nil {
		_, err = loyalty.CheckedOpening(row.Stamps, business.IndividualTerms(customer.Tag), "")
	}
	if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) {
		return importEffect{skipped: refusal.Message}, nil
	}
	if err != nil {
		return importEffect{}, err
	}
	added, err := i.customers.add(tx, &customer)
	if err != nil {
		return importEffect{}, err
	}
	if !added {
		return importEffect{skipped: "Otro cliente tiene este teléfono."}, nil
	}
	if err := i.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, customer)); err != nil {
		return importEffect{}, err
	}
	if err := i.base.Record(tx, actor.UserID, loyalty.ActionCustomerCreated, customer.ID, importDetail); err != nil {
		return importEffect{}, err
	}
	effect := importEffect{created: true}
	err = i.open(tx, actor, business, customer, row, &effect)
	return effect, err
}

// complete fills what a known customer lacks.
func (i *Imports) complete(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, row importing.Row,
) (effect importEffect, err error) {
	lacks := completed(customer, row) != customer
	if row.Stamps == 0 && !lacks {
		return effect, nil
	}
	if customer, err = tx.Customers().Lock(customer.ID); err != nil {
		return effect, err
	}
	// The stamps come first: if they are refused, the row changes nothing.
	err = i.open(tx, actor, business, customer, row, &effect)
	if refusal := (*loyalty.Error)(nil); errors.Is(err, loyalty.ErrValidation) && errors.As(err, &refusal) {
		return importEffect{skipped: refusal.Message}, nil
	}
	if err != nil {
		return effect, err
	}
	if changed := completed(customer, row); changed != customer {
		changed.Version++
		if err := tx.Customers().Update(changed); err != nil {
			return effect, err
		}
		if err := i.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, changed)); err != nil {
			return effect, err
		}
		if err := i.base.Record(tx, actor.UserID, loyalty.ActionCustomerChanged, customer.ID, importDetail); err != nil {
			return effect, err
		}
		effect.filled = true
	}
	return effect, nil
}

// completed returns a customer with the data of a row where they have none.
func completed(customer loyalty.Customer, row importing.Row) loyalty.Customer {
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
	return customer
}

// open records the stamps of a row as the opening balance of a card that has none.
func (i *Imports) open(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, row importing.Row, effect *importEffect,
) error {
	if row.Stamps == 0 {
		return nil
	}
	request := OpeningRequest{CustomerID: customer.ID, Stamps: row.Stamps, Note: importDetail}
	adjusted, err := i.adjustments.recordOpening(tx, actor, business, customer, request)
	if errors.Is(err, loyalty.ErrOpeningRecorded) {
		return nil
	}
	if err != nil {
		return err
	}
	effect.stamps, effect.owed = row.Stamps, len(adjusted.NewRewards) > 0
	return nil
}
