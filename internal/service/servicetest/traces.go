package servicetest

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store/storetest"
)

// Trace is what Marked writes: before it stands what nobody else writes, after
// it the column.
const Trace = "RASTRO "

// Marked is a customer of whom every table knows something, and the columns in
// which a trace of her was left: all texts of hers that are to go when she is
// erased, but for those that the database keeps to a few words or to the ids of
// other rows. Nobody else is known to the shop.
func (shop *Shop) Marked(t testing.TB) (customer loyalty.Customer, traced []string) {
	t.Helper()
	customer = shop.known(t)
	var keys []string // last, since they stand in the traces of the others
	for column := range goneTexts(shop.Database.Columns(t)) {
		table, name, _ := strings.Cut(column, ".")
		if name == keyOf(table) {
			keys = append(keys, column)
		} else if shop.mark(t, column) {
			traced = append(traced, column)
		}
	}
	for _, column := range keys {
		if shop.mark(t, column) {
			traced = append(traced, column)
		}
	}
	slices.Sort(traced)
	return customer, traced
}

// goneTexts are the columns with texts of customers that are to go.
func goneTexts(types map[string]string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for column, decision := range storetest.Decisions() {
			gone := decision.Whose == storetest.Customer && decision.Stays == ""
			if gone && types[column] == "text" && !yield(column) {
				return
			}
		}
	}
}

// mark leaves a trace in a column, of each row another one, and reports whether
// the database takes it.
func (shop *Shop) mark(t testing.TB, column string) bool {
	t.Helper()
	table, name, _ := strings.Cut(column, ".")
	return shop.Database.Try(t, "UPDATE "+table+" SET "+name+" = '"+Trace+column+" ' || "+keyOf(table)) == nil
}

// keyOf is what tells the rows of a table apart.
func keyOf(table string) string {
	keys := map[string]string{"login_codes": "phone_key", "phone_proofs": "code_hash", "idempotency_keys": "key"}
	if key, named := keys[table]; named {
		return key
	}
	return "id"
}

// known is a customer of two records made one, with a card, messages, codes,
// and all that a form can say of her.
func (shop *Shop) known(t testing.TB) loyalty.Customer {
	t.Helper()
	form := shop.Form("Ana")
	form.Email, form.Birthday = "ana@correo.test", "2020-05-17"
	form.Guardian = loyalty.Guardian{Name: "Eva", Consents: true}
	registered, err := shop.Cases.Register(t.Context(), shop.Business.ID, form, "form-1")
	if err != nil {
		t.Fatal(err)
	}
	ana, anita := registered.Customer, shop.Customer("Anita")
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
	_, err = shop.Cases.RegisterVisit(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID, Notes: "navaja"})
	if err != nil {
		t.Fatal(err)
	}
	shop.Visits(anita, 5)
	if _, err := shop.Cases.MergeCustomers(t.Context(), shop.Owner, ana.ID, anita.ID); err != nil {
		t.Fatal(err)
	}
	shop.PortalToken(ana)
	shop.Code(ana.Phone)
	heard := []string{
		"INSERT INTO notices (id, body, received_at, next_try_at) VALUES ('n', 'body', 1, 1)",
		"INSERT INTO inbound_messages (id, received_at) VALUES ('i', 1)",
		"INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id) VALUES ('c', 't', 's', 1, '" +
			shop.Business.ID + "', '" + ana.ID + "')",
	}
	if err := shop.Database.Try(t, heard...); err != nil {
		t.Fatal(err)
	}
	return ana
}
