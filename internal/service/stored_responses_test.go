package service_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

const storedNamesGolden = "testdata/stored_names.golden"

// Responses are stored for up to 30 days, so their field names must be those of former versions.
func TestStoredResponses_FieldNames_AreStable(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	doEachActOnce(t, shop)
	var lines []string
	for _, row := range shop.Database.Rows(t, `SELECT key, answer FROM idempotency_keys WHERE key NOT LIKE 'act-%'`) {
		key, response, _ := strings.Cut(row, " ")
		lines = append(lines, namesIn(t, key, response)...)
	}
	for _, undoData := range shop.Database.Rows(t, `SELECT undo_data FROM merges`) {
		lines = append(lines, namesIn(t, "merge", undoData)...)
	}
	slices.Sort(lines)
	golden, err := os.ReadFile(storedNamesGolden)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines, "\n") + "\n"; got != string(golden) {
		t.Errorf("the stored names are\n%s\nbut %s has\n%s", got, storedNamesGolden, golden)
	}
}

func doEachActOnce(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	shop.Visits(ana, 4)
	fifth, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{
		CustomerID: ana.ID, Authorized: true, Key: "visit",
	})
	if err != nil {
		t.Fatal(err)
	}
	_, repeatErr := shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID, Key: "refusal"})
	family, familyErr := shop.Cases.Families.Create(t.Context(), shop.Owner, "Los Ana", loyalty.PolicyPool, "family")
	_, joinErr := shop.Cases.Families.Join(t.Context(), shop.Owner, service.JoinRequest{
		FamilyID: family.ID, CustomerID: ana.ID, Role: loyalty.RolePrimary, Key: "joining",
	})
	_, redeemErr := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, fifth.NewReward.ID, "redemption")
	_, registerErr := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Isa"), "registration")
	_, _, customerErr := shop.Cases.Customers.Create(t.Context(), shop.Owner, loyalty.CustomerDraft{
		Name: "Lea", Phone: shop.Phone(), Tag: string(loyalty.TagCard),
	}, "creation")
	_, childErr := shop.Cases.Children.Add(t.Context(), shop.Owner, ana.ID, servicetest.ChildDraft("Leo"), "child")
	_, sendErr := shop.Cases.Messages.SendQR(t.Context(), shop.Owner, ana.ID, "sending")
	_, userErr := shop.Cases.Users.Create(t.Context(), shop.Owner, access.NewUser{
		Email: "luis@axioma.test", Name: "Luis", Role: loyalty.Barber, Password: servicetest.Password,
	}, "account")
	_, mergeErr := shop.Cases.Merges.Merge(t.Context(), shop.Owner, eva.ID, ana.ID)
	if !errors.Is(repeatErr, loyalty.ErrSameDayVisit) || errors.Join(familyErr, joinErr, redeemErr, registerErr, customerErr, childErr, sendErr, userErr, mergeErr) != nil {
		t.Fatal(repeatErr, familyErr, joinErr, redeemErr, registerErr, customerErr, childErr, sendErr, userErr, mergeErr)
	}
}

func namesIn(t *testing.T, name, text string) []string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("reading the stored %s: %v", text, err)
	}
	names := map[string]bool{}
	walk(name, value, names)
	return slices.Collect(maps.Keys(names))
}

func walk(name string, value any, names map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for field, inner := range value {
			if strings.HasSuffix(name, ".Rewards") {
				field = "*" // by reward id
			}
			walk(name+"."+field, inner, names)
		}
	case []any:
		names[name] = true
		for _, inner := range value {
			walk(name+"[]", inner, names)
		}
	default:
		names[name] = true
	}
}

// Responses from before responses had a version.
const (
	formerVisit = `{"outcome":{"Visit":{"ID":"%[1]s","CustomerID":"%[2]s","CardID":"k","At":"2026-03-26T09:00:00Z","ReceivedAt":"0001-01-01T00:00:00Z","ClockSkew":0,"Day":"2026-03-26","DaySlot":0,"StampNumber":1,"Terms":{"Target":10,"Half":5,"VIP":false},"Notes":"con prisa","RegisteredBy":"u","AuthorizedBy":"","DeviceID":""},"CustomerName":"Ana","Progress":{"Card":{"ID":"k","CustomerID":"%[2]s","FamilyID":"","Stamps":1},"FamilyName":"","Terms":{"Target":10,"Half":5,"VIP":false},"VisitedToday":true,"LastVisitAt":"2026-03-26T09:00:00Z","Owed":[]},"NewReward":null,"Settled":false,"RegisteredByName":"","Replayed":false,"DeletedAt":"0001-01-01T00:00:00Z"}}`

	formerRefusal = `{"refusal":{"Kind":5,"Code":"SAME_DAY_VISIT","Message":"Ya se registró una visita hoy","Hint":"Mañana","Fields":null,"AvailableAt":"2026-03-27T00:00:00Z","RetryAfter":0,"Existing":{"At":"2026-03-26T09:00:00Z","RegisteredBy":"Luis"}}}`
)

func TestStoredResponse_OlderVersion_IsReplayed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := service.VisitRequest{CustomerID: ana.ID, Notes: "con prisa", Key: "tablet-1"}
	first, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil {
		t.Fatal(err)
	}
	replaceAnswer(t, shop, fmt.Sprintf(formerVisit, first.Visit.ID, ana.ID))
	again, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	if err != nil || !again.Replayed || again.Visit.ID != first.Visit.ID || again.Visit.Notes != "con prisa" || again.CustomerName != "Ana" ||
		!again.Visit.At.Equal(first.Visit.At) || again.Visit.Terms != first.Visit.Terms {
		t.Errorf("the stored response is returned as %+v, %v; want the first visit as a replay", again, err)
	}
	replaceAnswer(t, shop, formerRefusal)
	_, err = shop.Cases.Visits.Register(t.Context(), shop.Barber, request)
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || refusal.Kind != loyalty.Conflict || refusal.Hint != "Mañana" || refusal.Existing.RegisteredBy != "Luis" {
		t.Errorf("the stored refusal is returned as %v, want a conflict with hint and existing visit", err)
	}
	replaceAnswer(t, shop, `{"v":2,"outcome":{}}`)
	if _, err = shop.Cases.Visits.Register(t.Context(), shop.Barber, request); err == nil || errors.As(err, &refusal) {
		t.Errorf("a response stored by a newer program is returned as %v, want an error that is no refusal", err)
	}
}

func replaceAnswer(t *testing.T, shop *servicetest.Shop, response string) {
	t.Helper()
	shop.Database.Corrupt(t, `UPDATE idempotency_keys SET answer = '`+response+`'`)
}

func TestUndoMerge_OlderVersion_Succeeds(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	movedVisit := shop.Visit(eva)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, eva.ID)
	if err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, fmt.Sprintf(`UPDATE merges SET undo_data = '{"Kept":{"ID":"%s","Name":"Ana","Phone":"%s","Tag":"BONO_TARJETA","Family":null},`+
		`"Merged":{"ID":"%s","Name":"Eva","Phone":"%s","Tag":"BONO_TARJETA","Family":null},`+
		`"Visits":[{"ID":"%s","CardID":"%s","Day":"2026-03-26","DaySlot":0,"AuthorizedBy":""}],`+
		`"Rewards":{},"Consents":null,"Messages":null,"Redemptions":null,"Withdrawn":null}'`,
		ana.ID, ana.Phone, eva.ID, eva.Phone, movedVisit.Visit.ID, movedVisit.Visit.CardID))
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if shop.Progress(eva).Card.Stamps != 1 || shop.Progress(ana).Card.Stamps != 0 {
		t.Errorf("the cards have %d and %d stamps, want 1 and 0", shop.Progress(eva).Card.Stamps, shop.Progress(ana).Card.Stamps)
	}
	shop.MustHoldInvariants(t)
}

// A form with any changed field is another request, so its key is refused.
func TestIdempotencyKey_ChangedForm_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	form.Birthday = "2015-01-02"
	form.Guardian = loyalty.Guardian{Name: "Eva", Consents: true}
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "key"); err != nil {
		t.Fatal(err)
	}
	others := map[string]any{
		"Name": "Anita", "Phone": shop.Phone(), "Email": "ana@axioma.test", "Birthday": "2015-01-03", "Notes": "rubia",
		"Tag": string(loyalty.TagVIPA), "Guardian": loyalty.Guardian{Name: "Isa", Consents: true},
		"ClaimedStamps": int64(3), "WhatsAppOptIn": false, "EmailOptIn": false, "SMSOptIn": true, "AcceptedPromotions": false,
	}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(form)) {
		if field.Anonymous || field.Name == "AcceptedPrivacy" { // the form is refused without it
			continue
		}
		other, known := others[field.Name]
		if !known {
			t.Fatalf("the test has no other value for %s", field.Name)
		}
		changedForm := form
		reflect.ValueOf(&changedForm).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(other))
		_, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, changedForm, "key")
		servicetest.MustRefuse(t, "another "+field.Name, err, loyalty.ErrIdempotencyMismatch)
	}
}
