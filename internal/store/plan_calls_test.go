package store_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// caller calls each method of the transactions and of the repositories that they return (Visits, Rewards), and records
// their queries. It chooses arguments by type, parameter name and method.
type caller struct {
	t       *testing.T
	st      *store.Store
	code    storeCode
	now     time.Time
	queries map[string]recordedQuery
	places  map[string]bool

	business                              string
	customers, cards, visits              []string
	reward, family, merge, owner, message string
}

type recordedQuery struct {
	text   string
	args   []any
	method string
}

func newCaller(t *testing.T, database storetest.Database, code storeCode, business string, now time.Time) *caller {
	t.Helper()
	ids := func(query string) []string { return database.Rows(t, fmt.Sprintf(query, business)) }
	return &caller{
		t: t, code: code, now: now, queries: map[string]recordedQuery{}, places: map[string]bool{}, business: business,
		customers: ids("SELECT id FROM customers WHERE business_id = '%s' AND archived_at IS NULL AND visits_count > 9 AND family_id IS NULL ORDER BY created_at, id LIMIT 2"),
		cards:     ids("SELECT id FROM cards WHERE business_id = '%s' AND customer_id IS NOT NULL ORDER BY id LIMIT 2"),
		visits:    ids("SELECT id FROM visits WHERE business_id = '%s' AND deleted_at IS NULL ORDER BY id LIMIT 2"),
		reward:    ids("SELECT id FROM rewards WHERE business_id = '%s' AND status = 'PENDING' ORDER BY id LIMIT 1")[0],
		family:    ids("SELECT id FROM families WHERE business_id = '%s' ORDER BY id LIMIT 1")[0],
		merge:     ids("SELECT id FROM merges WHERE business_id = '%s' AND undo_data <> '{}' ORDER BY id LIMIT 1")[0],
		message:   ids("SELECT id FROM messages WHERE business_id = '%s' ORDER BY id LIMIT 1")[0],
		owner:     ids("SELECT id FROM users WHERE business_id = '%s' ORDER BY id LIMIT 1")[0],
	}
}

func (c *caller) callMethod(method string, fn func(*store.Tx, *store.PlatformTx)) {
	note := func(a store.ExecutedQuery) {
		for _, place := range a.Places {
			c.places[place] = true
		}
		if _, known := c.queries[a.Text]; !known {
			c.queries[a.Text] = recordedQuery{a.Text, a.Args, method}
		}
	}
	// Arguments that contradict each other may be refused.
	if err := c.st.RecordQueries(context.Background(), c.business, note, fn); err != nil && !strings.Contains(err.Error(), "panic") {
		c.t.Fatalf("calling %s: %v", method, err)
	}
}

// callAll opens the database only for the calls, so that it is idle when queries are explained.
func (c *caller) callAll(database storetest.Database) {
	c.t.Helper()
	st, err := database.OpenUnclosed(c.t)
	if err != nil {
		c.t.Fatal(err)
	}
	c.st = st
	c.all()
	if err := st.Close(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *caller) all() {
	for _, m := range c.code.methods {
		c.callMethod(m.name, func(tx *store.Tx, p *store.PlatformTx) {
			receiver, name, _ := strings.Cut(m.name, ".")
			c.call(tx, repositoryNamed(tx, p, receiver).MethodByName(name), m)
		})
	}
	for _, special := range c.listSpecials() {
		var fault error
		c.callMethod(special.method, func(tx *store.Tx, p *store.PlatformTx) { fault = special.call(tx, p) })
		if fault != nil {
			c.t.Errorf("calling %s: %v", special.method, fault)
		}
	}
	for _, query := range store.Invariants() {
		c.queries[query] = recordedQuery{query, nil, "Store.Check"}
	}
}

func repositoryNamed(tx *store.Tx, p *store.PlatformTx, name string) reflect.Value {
	if name == "Imports" {
		return reflect.ValueOf(store.ImportsIn(tx))
	}
	if name == "Usuals" {
		return reflect.ValueOf(store.UsualsIn(tx))
	}
	for _, transaction := range []reflect.Value{reflect.ValueOf(tx), reflect.ValueOf(p)} {
		if transaction.Elem().Type().Name() == name {
			return transaction
		}
		for i := range transaction.NumMethod() {
			hands := transaction.Method(i)
			if kind := hands.Type(); kind.NumIn() == 0 && kind.NumOut() == 1 && kind.Out(0).Name() == name {
				return hands.Call(nil)[0]
			}
		}
	}
	panic("no transaction hands out " + name)
}

func (c *caller) call(tx *store.Tx, method reflect.Value, m storeMethod) {
	args := make([]reflect.Value, method.Type().NumIn())
	page := -1
	for i := range args {
		args[i] = c.argument(tx, method.Type().In(i), m, m.params[i])
		if method.Type().In(i) == reflect.TypeFor[store.Page]() {
			page = i
		}
	}
	results := method.Call(args)
	if page < 0 || results[0].Kind() != reflect.Struct {
		return
	}
	if next := results[0].FieldByName("Next"); next.IsValid() && next.String() != "" {
		args[page] = reflect.ValueOf(nextPage(next.String()))
		method.Call(args)
	}
}

func nextPage(cursor string) store.Page {
	var keys []string
	keysJSON, err := base64.RawURLEncoding.DecodeString(cursor)
	if err = errors.Join(err, json.Unmarshal(keysJSON, &keys)); err != nil {
		panic(err)
	}
	page, err := store.NewPage(2, cursor, len(keys))
	if err != nil {
		panic(err)
	}
	return page
}

func (c *caller) argument(tx *store.Tx, kind reflect.Type, m storeMethod, name string) reflect.Value {
	if kind.Kind() == reflect.Func {
		return reflect.MakeFunc(kind, func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.Zero(kind.Out(0))} })
	}
	if value, ok := c.value(tx, kind, m, name); ok {
		return reflect.ValueOf(value).Convert(kind)
	}
	if kind.Kind() == reflect.Pointer {
		return reflect.New(kind.Elem())
	}
	return reflect.Zero(kind)
}

func (c *caller) value(tx *store.Tx, kind reflect.Type, m storeMethod, name string) (any, bool) {
	today := loyalty.Day(c.now.Format(time.DateOnly))
	month := loyalty.Period{From: today.Plus(-30), To: today}
	switch kind {
	case reflect.TypeFor[string]():
		return c.text(m, name), true
	case reflect.TypeFor[[]string]():
		return c.texts(name), true
	case reflect.TypeFor[time.Time]():
		return c.now, true
	case reflect.TypeFor[time.Duration]():
		return time.Hour, true
	case reflect.TypeFor[bool]():
		return true, true
	case reflect.TypeFor[int](), reflect.TypeFor[int64]():
		return 10, true
	case reflect.TypeFor[store.Page]():
		return store.Page{Limit: 2}, true
	case reflect.TypeFor[store.Urgencies]():
		return store.Urgencies{First: 0, Last: 9}, true
	case reflect.TypeFor[loyalty.Day]():
		return today, true
	case reflect.TypeFor[[]loyalty.Day]():
		return []loyalty.Day{today, today.Plus(-1)}, true
	case reflect.TypeFor[loyalty.Period]():
		return month, true
	case reflect.TypeFor[loyalty.Window]():
		return loyalty.WindowAround(today), true
	case reflect.TypeFor[loyalty.Range]():
		return loyalty.RangeMonth, true
	}
	return c.row(tx, kind)
}

func (c *caller) row(tx *store.Tx, kind reflect.Type) (any, bool) {
	customer := func() loyalty.Customer { return must(tx.Customers().Get(c.customers[0])) }
	switch kind {
	case reflect.TypeFor[loyalty.Business]():
		return must(tx.Business().Get()), true
	case reflect.TypeFor[[]loyalty.Business]():
		return []loyalty.Business{must(tx.Business().Get())}, true
	case reflect.TypeFor[loyalty.Customer]():
		return customer(), true
	case reflect.TypeFor[[]loyalty.Customer]():
		return []loyalty.Customer{customer()}, true
	case reflect.TypeFor[loyalty.Visit]():
		return must(tx.Visits().Get(c.visits[0])), true
	case reflect.TypeFor[loyalty.Reward]():
		return must(tx.Rewards().Lock(c.reward)), true
	case reflect.TypeFor[loyalty.Family]():
		return must(tx.Families().Get(c.family)), true
	case reflect.TypeFor[[]loyalty.PlacedReward]():
		return []loyalty.PlacedReward{{ID: c.reward, Status: loyalty.RewardPending, RewardPlacement: loyalty.RewardPlacement{CardID: c.cards[0]}}}, true
	case reflect.TypeFor[store.MovedVisit]():
		return store.MovedVisit{ID: c.visits[0], CardID: c.cards[0]}, true
	case reflect.TypeFor[store.MergeChanges]():
		return store.MergeChanges{Consents: []string{"x"}, Messages: []string{"x"}, Texts: []string{"x"}, Greetings: []string{"x"}, Redemptions: []string{"x"}}, true
	case reflect.TypeFor[loyalty.Message]():
		return loyalty.Message{BusinessID: c.business, ID: c.message, CustomerID: c.customers[0], Kind: loyalty.MessageQR, CreatedAt: c.now}, true
	case reflect.TypeFor[loyalty.CustomerText]():
		return loyalty.CustomerText{ID: "x", CustomerID: c.customers[0], ReceivedAt: c.now}, true
	case reflect.TypeFor[[]store.IdempotencyKey]():
		return []store.IdempotencyKey{{BusinessID: c.business, Key: "x"}}, true
	case reflect.TypeFor[loyalty.ConsentKind]():
		return loyalty.ConsentPromotions, true
	}
	return nil, false
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func (c *caller) text(m storeMethod, name string) string {
	switch name {
	case "customerID", "from":
		return c.customers[0]
	case "keptID", "to":
		return c.customers[1]
	case "cardID":
		return c.cards[0]
	case "familyID":
		return c.family
	case "mergeID":
		return c.merge
	case "businessID":
		return c.business
	case "userID", "by":
		return c.owner
	case "phone":
		return "+34610000000"
	case "digits":
		return "610000000"
	case "search":
		return "ana"
	case "after", "scope", "key":
		return "0"
	case "id":
		return c.idOf(m.name)
	}
	return "x"
}

func (c *caller) idOf(method string) string {
	noun, _, _ := strings.Cut(method, ".")
	id, known := map[string]string{
		"Visits": c.visits[0], "Rewards": c.reward, "Merges": c.merge, "Families": c.family, "Users": c.owner, "PlatformUsers": c.owner,
		"Customers": c.customers[0], "PlatformBusinesses": c.business,
	}[noun]
	if known {
		return id
	}
	return "x"
}

func (c *caller) texts(name string) []string {
	switch name {
	case "cardIDs":
		return c.cards
	case "visits":
		return c.visits
	case "rewards":
		return []string{c.reward}
	case "families":
		return []string{c.family}
	}
	return c.customers
}
