package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func draft() service.BusinessDraft {
	return service.BusinessDraft{
		Name: " Barbería Sur ", TimeZone: "Atlantic/Canary", Country: "PT", OwnerEmail: "Duena@Sur.test", OwnerName: "Eva Ruiz",
	}
}

// Spec: limits-4
func TestOpenBusiness_Draft_CreatesBusinessAndOwner(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	town := servicetest.NewTown(t)
	boss := servicetest.OperatorActor(t, town)
	openedBusiness, err := town.Cases.ControlPanel.Open(ctx, boss, draft(), "")
	if err != nil {
		t.Fatal(err)
	}
	b := openedBusiness.Business
	if b.Name != "Barbería Sur" || b.Zone.String() != "Atlantic/Canary" || b.Country != "PT" || !b.IsActive() || b.VisitTarget != 10 || b.VIPVisitTarget != 4 || !b.HalfRewardEnabled {
		t.Errorf("the opened business is %+v, want the draft with the default settings", b.Business)
	}
	session, err := town.Cases.Sessions.SignIn(ctx, "duena@sur.test", openedBusiness.Password)
	if err != nil || session.User.Role != loyalty.Owner || session.User.BusinessID != b.ID || session.User.Name != "Eva Ruiz" {
		t.Errorf("the owner signs in as %+v (%v); want Role %v, BusinessID %v and Name Eva Ruiz", session.User, err, loyalty.Owner, b.ID)
	}
	servicetest.MustBeAudited(t, town, b.ID, "business.created", boss.UserID)

	before := town.Database.Dump(t)
	again := draft()
	again.Name = "Otra"
	servicetest.MustRefuse(t, "an address in use", servicetest.ErrorOf(town.Cases.ControlPanel.Open(ctx, boss, again, "")), loyalty.ErrEmailTaken)
	for name, wrong := range map[string]service.BusinessDraft{
		"no name":                {OwnerEmail: "a@b.test"},
		"no e-mail of the owner": {Name: "Sur"},
		"an invalid e-mail":      {Name: "Sur", OwnerEmail: "Eva"},
		"an unknown time zone":   {Name: "Sur", OwnerEmail: "a@b.test", TimeZone: "Madrid"},
		"an unknown country":     {Name: "Sur", OwnerEmail: "a@b.test", Country: "XX"},
	} {
		servicetest.MustRefuse(t, name, servicetest.ErrorOf(town.Cases.ControlPanel.Open(ctx, boss, wrong, "")), loyalty.ErrValidation)
	}
	if after := town.Database.Dump(t); !slices.Equal(before, after) {
		t.Errorf("a refused business changed the database: %d rows before, %d after", len(before), len(after))
	}
}

func TestOpenBusiness_SameKey_OpensOnce(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	town := servicetest.NewTown(t)
	boss := servicetest.OperatorActor(t, town)
	first, err := town.Cases.ControlPanel.Open(ctx, boss, draft(), "one")
	if err != nil || first.Replayed || first.Password == "" {
		t.Fatalf("opening: %+v, %v; want Replayed false and some Password", first, err)
	}
	if _, err := town.Cases.ControlPanel.Rename(ctx, boss, first.Business.ID, "Barbería Este", 0); err != nil {
		t.Fatal(err)
	}
	before := town.Database.Dump(t)
	again, err := town.Cases.ControlPanel.Open(ctx, boss, draft(), "one")
	if err != nil || !again.Replayed || again.Business.ID != first.Business.ID || again.Business.Name != "Barbería Este" || again.Owner.ID != first.Owner.ID {
		t.Errorf("the same request again gives %+v, %v; want Replayed true, Business.ID %v, Business.Name Barbería Este and Owner.ID %v", again, err, first.Business.ID, first.Owner.ID)
	}
	if again.Password != "" {
		t.Errorf("a replayed answer must have no password, but has %q", again.Password)
	}
	other := draft()
	other.OwnerEmail = "otra@sur.test"
	servicetest.MustRefuse(t, "another request", servicetest.ErrorOf(town.Cases.ControlPanel.Open(ctx, boss, other, "one")), loyalty.ErrIdempotencyMismatch)
	servicetest.MustRefuse(t, "the same request with another key", servicetest.ErrorOf(town.Cases.ControlPanel.Open(ctx, boss, draft(), "two")), loyalty.ErrEmailTaken)
	servicetest.MustRefuse(t, "a key with a space", servicetest.ErrorOf(town.Cases.ControlPanel.Open(ctx, boss, other, "one two")), loyalty.ErrValidation)
	mustBeEqual(t, before, town.Database.Dump(t))
	if openedBusiness, err := town.Cases.ControlPanel.Open(ctx, boss, other, "two"); err != nil || openedBusiness.Replayed {
		t.Errorf("after a refusal the same key must be free: %+v, %v", openedBusiness, err)
	}
	if requests := town.Database.Rows(t, "SELECT request FROM business_keys"); strings.Contains(strings.Join(requests, ""), first.Password) {
		t.Errorf("a password is stored with a key: %s", requests)
	}
}

func TestOpenBusiness_ConcurrentSameKey_OpensOnce(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	boss := servicetest.OperatorActor(t, town)
	tries, faults := servicetest.RunConcurrently(func(int) (service.OpenedBusiness, error) {
		return town.Cases.ControlPanel.Open(t.Context(), boss, draft(), "one")
	})
	passwords := 0
	for i, openedBusiness := range tries {
		if faults[i] != nil || openedBusiness.Business.ID != tries[0].Business.ID {
			t.Errorf("one of the tries gives %+v, %v; want the same business", openedBusiness, faults[i])
		}
		if openedBusiness.Password != "" {
			passwords++
		}
	}
	if passwords != 1 {
		t.Errorf("%d answers have a password, want 1", passwords)
	}
}

func TestSuspend_Sessions_StayEndedAfterReactivation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	shop := servicetest.New(t)
	neighbour := shop.Town.Shop(t)
	boss := servicetest.OperatorActor(t, shop.Town)
	ana := shop.Register("Ana")
	tokens := map[loyalty.Role]string{}
	for role, user := range shop.Staff {
		tokens[role] = shop.Token(t, user)
	}
	business, err := shop.Cases.ControlPanel.Suspend(ctx, boss, shop.Business.ID)
	if err != nil || business.Status != loyalty.BusinessSuspended {
		t.Fatalf("suspending: %+v, %v; want Status %v", business, err, loyalty.BusinessSuspended)
	}
	refusedAll := func(when string) {
		for role, token := range tokens {
			servicetest.MustRefuse(t, fmt.Sprintf("the token of %s %s", role, when), servicetest.ErrorOf(shop.Cases.Sessions.Authenticate(ctx, token)), loyalty.ErrTokenExpired)
		}
	}
	refusedAll("while suspended")
	servicetest.MustRefuse(t, "signing in", servicetest.ErrorOf(shop.Cases.Sessions.SignIn(ctx, shop.Staff[loyalty.Owner].Email, servicetest.Password)), loyalty.ErrBusinessSuspended)
	servicetest.MustRefuse(t, "registering", servicetest.ErrorOf(shop.Cases.Registrations.Register(ctx, shop.Business.ID, shop.Form("Eva"), "")), loyalty.ErrBusinessSuspended)
	servicetest.MustRefuse(t, "asking for a code", shop.Cases.Portal.RequestCode(ctx, access.CodeRequest{Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: ana.Phone}), loyalty.ErrBusinessSuspended)
	if _, err := shop.Cases.Sessions.Authenticate(ctx, shop.Token(t, neighbour.Staff[loyalty.Owner])); err != nil {
		t.Errorf("the other business is suspended too: %v", err)
	}

	active, err := shop.Cases.ControlPanel.Reactivate(ctx, boss, shop.Business.ID)
	if err != nil || !active.IsActive() {
		t.Fatalf("reactivating: %+v, %v; want IsActive true", active, err)
	}
	refusedAll("after the business is active again")
	shop.Token(t, shop.Staff[loyalty.Owner])
	if got := shop.Progress(ana); len(got.Owed) != 1 {
		t.Errorf("after the suspension the rewards owed are %+v, want one", got.Owed)
	}
	servicetest.MustBeAudited(t, shop.Town, shop.Business.ID, "business.suspended", boss.UserID)
	servicetest.MustBeAudited(t, shop.Town, shop.Business.ID, "business.reactivated", boss.UserID)
	shop.MustHoldInvariants(t)
}

func TestReactivate_ActiveBusiness_EndsNoSessions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.Token(t, shop.Staff[loyalty.Barber])
	boss := servicetest.OperatorActor(t, shop.Town)
	before := len(shop.Database.Rows(t, "SELECT id FROM audit_events"))
	if _, err := shop.Cases.ControlPanel.Reactivate(context.Background(), boss, shop.Business.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(context.Background(), token); err != nil {
		t.Errorf("the session must stay open: %v", err)
	}
	if after := len(shop.Database.Rows(t, "SELECT id FROM audit_events")); after != before {
		t.Errorf("without a change the trail has %d more lines, want none", after-before)
	}
}

func TestRename_Business_IsFoundByNewName(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	shop := servicetest.New(t)
	boss := servicetest.OperatorActor(t, shop.Town)
	shop.Visit(shop.Customer("Ana"))
	business, err := shop.Cases.ControlPanel.Rename(ctx, boss, shop.Business.ID, "  Peluquería Ñam ", 0)
	if err != nil || business.Name != "Peluquería Ñam" || business.Activity.Visits != 1 {
		t.Fatalf("renaming: %+v, %v; want Name Peluquería Ñam and Activity.Visits 1", business, err)
	}
	servicetest.MustRefuse(t, "no name", servicetest.ErrorOf(shop.Cases.ControlPanel.Rename(ctx, boss, shop.Business.ID, " ", 0)), loyalty.ErrValidation)
	servicetest.MustRefuse(t, "no business", servicetest.ErrorOf(shop.Cases.ControlPanel.Rename(ctx, boss, "nothing", "Sur", 0)), loyalty.ErrBusinessNotFound)
	if ids := searchBusinesses(t, shop.Town, "peluqueria ñ"); !slices.Equal(ids, []string{shop.Business.ID}) {
		t.Errorf("the new name finds %v, want the business", ids)
	}
	if ids := searchBusinesses(t, shop.Town, shop.Business.Name); len(ids) != 0 {
		t.Errorf("the old name finds %v, want nothing", ids)
	}
	servicetest.MustBeAudited(t, shop.Town, shop.Business.ID, "business.renamed", boss.UserID)
}

func searchBusinesses(t *testing.T, town *servicetest.Town, search string) (ids []string) {
	t.Helper()
	businesses, err := town.Cases.ControlPanel.List(context.Background(), usecase.ListRequest{Search: search, Limit: 50})
	if err != nil || int(businesses.Total) != len(businesses.Items) {
		t.Fatalf("listing businesses: %v of %d, %v; want all", businesses.Items, businesses.Total, err)
	}
	for _, business := range businesses.Items {
		ids = append(ids, business.ID)
	}
	return ids
}

func TestListBusinesses_Search_MatchesNameIDAndOwner(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second := town.Shop(t), town.Shop(t, func(b *loyalty.Business) { b.Name = "El Peñón 100%" })
	for search, want := range map[string][]string{
		"barberia 1": {first.Business.ID}, "PENON": {second.Business.ID}, "100%": {second.Business.ID}, "%": {second.Business.ID},
		first.Business.ID: {first.Business.ID}, first.Business.ID[:4]: nil,
		first.Staff[loyalty.Owner].Email: {first.Business.ID}, strings.ToUpper(first.Staff[loyalty.Owner].Email): {first.Business.ID},
		first.Staff[loyalty.Barber].Email: nil, "nadie": nil,
	} {
		if got := searchBusinesses(t, town, search); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", search, got, want)
		}
	}
}

func TestListBusinesses_Activity_UsesLocalMonth(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	canaries, err := time.LoadLocation("Atlantic/Canary")
	if err != nil {
		t.Fatal(err)
	}
	madrid := town.Shop(t)
	islands := town.Shop(t, func(b *loyalty.Business) { b.Zone = canaries })
	empty := town.Shop(t)
	// It is 1 April in Madrid, and still 31 March on the Canary Islands.
	town.Clock.Set(time.Date(2026, 3, 31, 22, 30, 0, 0, time.UTC))
	for _, shop := range []*servicetest.Shop{madrid, islands} {
		shop.Visits(shop.Register("Ana"), 2)
		shop.Delete(shop.Visit(shop.Customer("Berta")))
		shop.Archive(shop.Customer("Carla"))
	}
	madrid.SendMessages()
	islands.SendMessages()
	town.Clock.Advance(time.Hour)
	for _, shop := range []*servicetest.Shop{madrid, islands} {
		shop.Visit(shop.Register("Dora"))
	}
	madrid.SendMessages()
	islands.SendMessages()
	for shop, want := range map[*servicetest.Shop]store.Activity{
		madrid: {Customers: 3, Visits: 3, Messages: 2}, islands: {Customers: 3, Visits: 1, Messages: 1}, empty: {},
	} {
		if got := activityOf(t, town, shop); got != want {
			t.Errorf("in %s the activity is %+v, want %+v", shop.Business.Zone, got, want)
		}
	}
}

func activityOf(t *testing.T, town *servicetest.Town, shop *servicetest.Shop) store.Activity {
	t.Helper()
	businesses, err := town.Cases.ControlPanel.List(context.Background(), usecase.ListRequest{Search: shop.Business.ID, Limit: 1})
	if err != nil || len(businesses.Items) != 1 {
		t.Fatalf("looking for %s: %v, %v; want one", shop.Business.ID, businesses.Items, err)
	}
	return businesses.Items[0].Activity
}

func TestListMessages_FilterByBusinessAndKind(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ana := shop.Register("Ana")
	shop.Code(ana.Phone)
	other.Register("Berta")
	type filter = messaging.MessageFilter
	for name, c := range map[string]struct {
		filter
		want int64
	}{
		"all":                      {filter{}, 3},
		"of a business":            {filter{BusinessID: shop.Business.ID}, 2},
		"of the other business":    {filter{BusinessID: other.Business.ID}, 1},
		"of no business":           {filter{BusinessID: "unknown"}, 0},
		"of a kind":                {filter{Kind: loyalty.MessageQR}, 2},
		"of a kind and a business": {filter{Kind: loyalty.MessageOTP, BusinessID: shop.Business.ID}, 1},
		"of all three":             {filter{Kind: loyalty.MessageQR, BusinessID: other.Business.ID, Status: loyalty.MessageSent}, 0},
	} {
		messages, err := shop.Cases.Messages.List(ctx, c.filter, usecase.ListRequest{Limit: 10})
		if err != nil || messages.Total != c.want || len(messages.Items) != int(c.want) {
			t.Errorf("%s: %d messages of %d (%v), want %d", name, len(messages.Items), messages.Total, err, c.want)
		}
	}
}

func TestListMessages_FilterByStatus(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	shop := servicetest.New(t)
	ana := shop.Register("Ana").Phone
	shop.SendMessages()
	shop.Clock.Advance(time.Minute)
	berta := shop.Register("Berta").Phone
	for status, want := range map[loyalty.MessageStatus]string{"": berta + " " + ana, loyalty.MessageQueued: berta, loyalty.MessageSent: ana, "FAILED": ""} {
		messages, err := shop.Cases.Messages.List(ctx, messaging.MessageFilter{Status: status}, usecase.ListRequest{Limit: 10})
		var got []string
		for _, message := range messages.Items {
			got = append(got, message.Phone)
		}
		if err != nil || strings.Join(got, " ") != want || int(messages.Total) != len(got) {
			t.Errorf("the status %q lists %q of %d (%v), want %q", status, got, messages.Total, err, want)
		}
	}
}

func TestListMessages_Search_MatchesPhoneAndText(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.Name = "Peñón" })
	phone := shop.Register("Ana").Phone
	for search, want := range map[string]int64{
		"": 1, "HOLA": 1, "peñón": 1, "Peñón": 1, "qr de pe": 1, "adiós": 0, "%": 0, "ñ": 1,
		phone: 1, phone[3:]: 1, phone[:6] + " " + phone[6:9] + " " + phone[9:]: 1, "0034" + phone[3:]: 1, "(" + phone[3:6] + ")": 1, "611 222": 0,
	} {
		messages, err := shop.Cases.Messages.List(t.Context(), messaging.MessageFilter{}, usecase.ListRequest{Search: search, Limit: 10})
		if err != nil || messages.Total != want || int64(len(messages.Items)) != want {
			t.Errorf("%q finds %d (%v), want %d", search, messages.Total, err, want)
		}
	}
}

func TestReadMessages_CodesOfProvider_AreMasked(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	code := shop.Code(shop.Customer("Ana").Phone)
	for provider, want := range map[string]struct {
		text  string
		total int64
	}{"log": {code, 1}, "cloud": {"••••••", 0}} {
		cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: messaging.Sender{Provider: provider}})
		if err != nil {
			t.Fatal(err)
		}
		list, err := cases.Messages.ListForOperator(t.Context(), operator, messaging.MessageFilter{Kind: loyalty.MessageOTP}, usecase.ListRequest{Limit: 10})
		if err != nil || len(list.Items) != 1 || !strings.Contains(list.Items[0].Text, want.text) {
			t.Errorf("%s: the messages are %+v, %v; want one with %s", provider, list.Items, err, want.text)
		}
		messages, err := cases.Messages.ListForOperator(t.Context(), operator, messaging.MessageFilter{}, usecase.ListRequest{Limit: 10, Search: code})
		if err != nil || messages.Total != want.total {
			t.Errorf("%s: a search for the code finds %d messages, %v; want %d", provider, messages.Total, err, want.total)
		}
	}
}

func TestReadMessages_Operator_IsAudited(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	read := func(business string) {
		t.Helper()
		if _, err := shop.Cases.Messages.ListForOperator(t.Context(), operator, messaging.MessageFilter{BusinessID: business}, usecase.ListRequest{Limit: 10}); err != nil {
			t.Fatal(err)
		}
	}
	read(shop.Business.ID)
	read(shop.Business.ID) // the page polls
	read("")
	read("unknown")
	shop.Clock.Advance(time.Hour)
	read(shop.Business.ID)
	trail := shop.Database.Rows(t, "SELECT business_id, actor_id FROM audit_events WHERE action = 'message.read' ORDER BY business_id, at")
	entry := func(business string) string { return business + " " + operator.UserID }
	if want := []string{entry(""), entry(""), entry(shop.Business.ID), entry(shop.Business.ID)}; !slices.Equal(trail, want) {
		t.Errorf("the trail has %q, want %q", trail, want)
	}
}

func TestReadMessages_AuditFails_NextReadIsAudited(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	read := func(ctx context.Context) error {
		_, err := shop.Cases.Messages.ListForOperator(ctx, operator, messaging.MessageFilter{BusinessID: shop.Business.ID}, usecase.ListRequest{Limit: 10})
		return err
	}
	canceledCtx, closeBrowser := context.WithCancel(t.Context())
	closeBrowser()
	if err := read(canceledCtx); err == nil {
		t.Fatal("a read was served without an entry in the trail")
	}
	if err := read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if trail := shop.Database.Rows(t, "SELECT actor_id FROM audit_events WHERE action = 'message.read'"); !slices.Equal(trail, []string{operator.UserID}) {
		t.Errorf("the trail has reads by %q, want one by %s", trail, operator.UserID)
	}
}

func TestControlPanel_Overview_CountsBusinessesAndQueuedMessages(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	town := servicetest.NewTown(t)
	boss := servicetest.OperatorActor(t, town)
	north, south := town.Shop(t), town.Shop(t)
	servicetest.QueueMessages(t, north, north.Customer("Ana"), loyalty.MessageQR)
	messages := north.ClaimMessages(1)
	north.FinishMessage(messages[0], messaging.Try{Result: messaging.TryRetryLater, Error: "190", Hold: loyalty.HeldBySetup, RetryAfter: time.Minute})
	servicetest.QueueMessages(t, north, north.Customer("Eva"), loyalty.MessageQR)
	servicetest.QueueMessages(t, south, south.Customer("Leo"), loyalty.MessageQR)
	if _, err := town.Cases.ControlPanel.Suspend(ctx, boss, south.Business.ID); err != nil {
		t.Fatal(err)
	}
	got, err := town.Cases.ControlPanel.Overview(ctx)
	want := service.Overview{Businesses: 2, ActiveBusinesses: 1, WaitingMessages: 3, BlockedMessages: 1}
	if err != nil || got != want {
		t.Errorf("the overview is %+v (%v), want %+v", got, err, want)
	}
}
