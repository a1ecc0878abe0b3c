package passes_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
)

func fetchAgain(shop *servicetest.Shop, t *testing.T, pass passes.IssuedPass) passes.IssuedPass {
	t.Helper()
	again, err := shop.Cases.Passes.Fetch(t.Context(), pass.Serial, pass.Token)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func TestFetch_AfterAVisit_HasTheNewProgress(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana Gómez Ruiz")
	first := shop.Pass(ana)
	if first.Face.FirstName != "Ana" || first.Face.Progress.Card.Stamps != 0 || first.QR.ID != ana.QR() || len(first.Serial) < 16 || len(first.Token) < 16 {
		t.Errorf("the pass is %+v, want Ana's with no stamps", first)
	}
	shop.Visit(ana)
	second := fetchAgain(shop, t, first)
	if second.Face.Progress.Card.Stamps != 1 || second.Serial != first.Serial || second.Token != first.Token {
		t.Errorf("after a visit the pass is %+v; want Face.Progress.Card.Stamps 1, Serial %v and Token %v", second, first.Serial, first.Token)
	}
	if second.Version <= first.Version || !second.ModifiedAt.After(first.ModifiedAt) {
		t.Errorf("version %d at %s must be later than %d at %s", second.Version, second.ModifiedAt, first.Version, first.ModifiedAt)
	}
	if again := fetchAgain(shop, t, first); again.Version != second.Version || !again.ModifiedAt.Equal(second.ModifiedAt) {
		t.Error("without a change the pass must not have a new version")
	}
}

func TestFetch_Logo_IsThatOfTheBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := shop.Pass(shop.Customer("Ana"))
	if first.Face.Logo != "" || first.Logo != nil {
		t.Errorf("without a logo the pass has the logo %q, want none", first.Face.Logo)
	}
	business, err := shop.Cases.Businesses.SetLogo(t.Context(), shop.Owner, anyLogo(t))
	if err != nil {
		t.Fatal(err)
	}
	second := fetchAgain(shop, t, first)
	if second.Face.Logo != business.Logo || loyalty.NewLogoName(second.Logo) != business.Logo || second.Version <= first.Version {
		t.Errorf("with a logo the pass has the logo %q and the version %d after %d; want the business's and a later one", second.Face.Logo, second.Version, first.Version)
	}
	if _, err := shop.Cases.Businesses.RemoveLogo(t.Context(), shop.Owner); err != nil {
		t.Fatal(err)
	}
	if third := fetchAgain(shop, t, first); third.Face.Logo != "" || third.Logo != nil || third.Version <= second.Version {
		t.Errorf("after the removal the pass has the logo %q and the version %d after %d; want none and a later one", third.Face.Logo, third.Version, second.Version)
	}
}

func anyLogo(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFetch_Premises_AreThoseOfTheBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := shop.Pass(shop.Customer("Ana"))
	door := "Calle Mayor 3, Madrid"
	changes := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{
		Address: loyalty.Change{Sent: true, Value: door}, Hours: &[]loyalty.Opening{{Weekday: 1, From: "09:30", To: "14:00"}},
	}}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
		t.Fatal(err)
	}
	if second := fetchAgain(shop, t, first); second.Face.Premises.Address != door || second.Face.Premises.Hours == "" || second.Version <= first.Version {
		t.Errorf("after the change the pass has the premises %+v and the version %d after %d; want address and hours, and a later one", second.Face.Premises, second.Version, first.Version)
	}
}

func TestFetch_Colour_IsThatOfTheBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := shop.Pass(shop.Customer("Ana"))
	if first.Face.Colour != loyalty.ColourGreen {
		t.Errorf("without a chosen colour the pass is %q, want green", first.Face.Colour)
	}
	red := string(loyalty.ColourRed)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{Colour: &red}, false); err != nil {
		t.Fatal(err)
	}
	if second := fetchAgain(shop, t, first); second.Face.Colour != loyalty.ColourRed || second.Version <= first.Version {
		t.Errorf("after the change the pass is %q, of version %d after %d; want red, and a later one", second.Face.Colour, second.Version, first.Version)
	}
}

// Dates in HTTP have a resolution of one second.
func TestFetch_TwoQuickStamps_DifferByASecond(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	last := shop.Pass(ana)
	for range 3 {
		shop.FurtherVisit(ana)
		next := fetchAgain(shop, t, last)
		if between := next.ModifiedAt.Sub(last.ModifiedAt); between < time.Second || next.ModifiedAt.Nanosecond() != 0 {
			t.Errorf("the changes at %s and after %s must be whole seconds apart", next.ModifiedAt, last.ModifiedAt)
		}
		last = next
	}
}

func TestIssue_ConcurrentCalls_CreateOnePass(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	serials := make([]string, 6)
	var all sync.WaitGroup
	for i := range serials {
		program := shop.SecondServer(t)
		all.Go(func() {
			pass, err := program.Passes.Issue(t.Context(), ana.QR())
			if err != nil {
				t.Error(err)
			}
			serials[i] = pass.Serial + pass.Token
		})
	}
	all.Wait()
	for _, other := range serials {
		if other != serials[0] {
			t.Fatalf("concurrent calls get the passes %q, want one", serials)
		}
	}
}

func TestFetch_WrongToken_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Pass(shop.Customer("Ana")), shop.Pass(shop.Town.Shop(t).Customer("Eva"))
	holder := loyalty.PassHolder{ID: "telephone", PushToken: "abcdef0123456789"}
	for name, keys := range map[string][2]string{
		"another's token": {ana.Serial, eva.Token}, "no token": {ana.Serial, ""}, "no serial": {"", ana.Token}, "neither": {"x", "y"},
	} {
		_, err := shop.Cases.Passes.Fetch(t.Context(), keys[0], keys[1])
		_, addErr := shop.Cases.Passes.AddHolder(t.Context(), keys[0], keys[1], holder)
		removeErr := shop.Cases.Passes.RemoveHolder(t.Context(), keys[0], keys[1], "telephone")
		for _, err := range []error{err, addErr, removeErr} {
			if !errors.Is(err, loyalty.ErrPassRefused) {
				t.Errorf("with %s: %v, want ErrPassRefused", name, err)
			}
		}
	}
	if storedText := strings.Join(shop.Database.Rows(t, "SELECT serial, digest FROM passes"), " "); strings.Contains(storedText, ana.Token) {
		t.Error("the token must not be readable in the database")
	}
}

func TestFetch_CustomerArchived_IsVoid(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*servicetest.Shop, loyalty.Customer){
		"archived":  func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) },
		"suspended": func(shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			pass := shop.Pass(ana)
			end(shop, ana)
			void := fetchAgain(shop, t, pass)
			if !void.Face.Void || void.Face.FirstName != "" || void.QR.Signature != "" || void.Version <= pass.Version {
				t.Errorf("the pass is %+v, want it void", void)
			}
			if _, err := shop.Cases.Passes.Issue(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrCustomerNotFound) {
				t.Errorf("issuing the pass returns %v, want ErrCustomerNotFound", err)
			}
		})
	}
}

func TestFetch_MergedRecord_ShowsTheKeptRecord(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twice := shop.Customer("Ana"), shop.Customer("Ana María")
	shop.Visits(ana, 2)
	pass := shop.Pass(twice)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, twice.ID); err != nil {
		t.Fatal(err)
	}
	current := fetchAgain(shop, t, pass)
	if current.Face.Void || current.Face.Progress.Card.Stamps != 2 || current.QR.ID != ana.QR() {
		t.Errorf("the pass shows %+v, want a valid face with 2 stamps", current)
	}
	if fresh := shop.Pass(twice); fresh.CustomerID != ana.ID || fresh.Serial == pass.Serial {
		t.Errorf("the old id gives the pass of %s, want a new pass of the remaining record", fresh.CustomerID)
	}
}

func TestChangedSerials_SeveralBusinesses_ListsChangesSinceTheLastCall(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ana, otherAna := shop.Customer("Ana"), other.Customer("Ana")
	here, there := shop.Pass(ana), other.Pass(otherAna)
	shop.InstallPass(here, "telephone")
	shop.InstallPass(there, "telephone")
	serials, first, err := shop.Cases.Passes.ChangedSerials(t.Context(), "telephone", 0)
	if err != nil || len(serials) != 2 {
		t.Fatalf("at first the phone's list has %q, %v; want 2", serials, err)
	}
	if serials, _, err := shop.Cases.Passes.ChangedSerials(t.Context(), "telephone", first); err != nil || len(serials) != 0 {
		t.Errorf("without a change the phone's list has %q, %v; want none", serials, err)
	}
	other.Visit(otherAna)
	fetchAgain(shop, t, there)
	if serials, last, err := shop.Cases.Passes.ChangedSerials(t.Context(), "telephone", first); err != nil || fmt.Sprint(serials) != "["+there.Serial+"]" || last <= first {
		t.Errorf("after a visit the phone's list has %q, %v; want the pass, and a later version", serials, err)
	}
	if err := shop.Cases.Passes.RemoveHolder(t.Context(), there.Serial, there.Token, "telephone"); err != nil {
		t.Fatal(err)
	}
	if serials, _, err := shop.Cases.Passes.ChangedSerials(t.Context(), "telephone", 0); err != nil || fmt.Sprint(serials) != "["+here.Serial+"]" {
		t.Errorf("the list must have only the pass that the phone still has: %q, %v", serials, err)
	}
}

func TestAddHolder_TooMany_KeepsTheLatest(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	pass := shop.Pass(shop.Customer("Ana"))
	for i := range loyalty.MaxPassHolders + 3 {
		shop.Clock.Advance(time.Second)
		if !shop.InstallPass(pass, fmt.Sprintf("telephone%d", i)) || shop.InstallPass(pass, fmt.Sprintf("telephone%d", i)) {
			t.Fatalf("phone %d must be new exactly once", i)
		}
	}
	remainingHolders := shop.Database.Rows(t, "SELECT holder FROM pass_holders ORDER BY registered_at")
	if len(remainingHolders) != loyalty.MaxPassHolders || remainingHolders[0] != "telephone3" {
		t.Errorf("%d phones keep the pass, the first of them %s; want %d and telephone3", len(remainingHolders), remainingHolders[0], loyalty.MaxPassHolders)
	}
}

func TestAddHolder_NewPushToken_ReplacesTheOld(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	pass := shop.Pass(shop.Customer("Ana"))
	shop.InstallPass(pass, "telephone")
	fresh, err := shop.Cases.Passes.AddHolder(t.Context(), pass.Serial, pass.Token, loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: "telephone", PushToken: "99999999"})
	if tokens := shop.Database.Rows(t, "SELECT push_token FROM pass_holders"); err != nil || fresh || fmt.Sprint(tokens) != "[99999999]" {
		t.Errorf("adding the phone again: %v; new = %t, and the tokens are %q; want a known phone with one token", err, fresh, tokens)
	}
	for _, holder := range []loyalty.PassHolder{{ID: "", PushToken: "99999999"}, {ID: "telephone"}, {ID: "tele phone", PushToken: "99999999"}, {ID: "t", PushToken: strings.Repeat("a", 300)}} {
		if _, err := shop.Cases.Passes.AddHolder(t.Context(), pass.Serial, pass.Token, holder); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("adding the holder %+v returns %v, want ErrValidation", holder, err)
		}
	}
}

// A stranger with a photo of the QR may have its pass. An updated pass would show them the next QR.
// Spec: portal-18
func TestFetch_QREnded_IsVoid(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	former := shop.IssueAndInstallPass(ana, "anybodys")
	_, version, err := shop.Cases.Passes.ChangedSerials(t.Context(), "anybodys", 0)
	if err != nil {
		t.Fatal(err)
	}
	ana = servicetest.ChangeQR(t, shop, ana)
	if notifiedPhones := fmt.Sprint(shop.SendPushes()); notifiedPhones != "[anybodys]" {
		t.Errorf("the change notifies %s, want [anybodys]", notifiedPhones)
	}
	if serials, _, err := shop.Cases.Passes.ChangedSerials(t.Context(), "anybodys", version); err != nil || fmt.Sprint(serials) != "["+former.Serial+"]" {
		t.Errorf("the changed passes are %q, %v; want the former one", serials, err)
	}
	void := fetchAgain(shop, t, former)
	if !void.Face.Void || void.QR.ID != "" || void.Face.FirstName != "" || !void.ModifiedAt.After(former.ModifiedAt) {
		t.Errorf("the former pass is %+v, want it void", void)
	}
	shop.UpdatePasses()
	shop.SendPushes()
	fresh := shop.Pass(ana)
	if fresh.Serial == former.Serial || fresh.Token == former.Token || fresh.QR.ID != ana.QR() || fresh.Face.Void {
		t.Errorf("the new QR gives %+v, want another serial and token with Ana's QR", fresh)
	}
	shop.InstallPass(fresh, "anas")
	shop.Clock.Advance(time.Minute)
	shop.Visit(ana)
	shop.UpdatePasses()
	if notifiedPhones := fmt.Sprint(shop.SendPushes()); notifiedPhones != "[anas]" {
		t.Errorf("the next stamp notifies %s, want [anas]", notifiedPhones)
	}
	again := fetchAgain(shop, t, former)
	if !again.Face.Void || again.Version != void.Version || !again.ModifiedAt.Equal(void.ModifiedAt) {
		t.Errorf("after the stamp the former pass is %+v, want it unchanged", again)
	}
	if stampedPass := fetchAgain(shop, t, fresh); stampedPass.Face.Progress.Card.Stamps != 1 {
		t.Errorf("the customer's pass is %+v, want Face.Progress.Card.Stamps 1", stampedPass)
	}
	if err := shop.Cases.Passes.RemoveHolder(t.Context(), former.Serial, former.Token, "anybodys"); err != nil {
		t.Error(err)
	}
}

func TestEnd_MergedRecords_EndsTheirPasses(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	mergeResult, err := k.Cases.Merges.Merge(t.Context(), k.Owner, k.ana.ID, k.eva.ID)
	servicetest.Must(t, mergeResult, err)
	k.updateAndListPhones()
	k.Clock.Advance(time.Minute)
	servicetest.ChangeQR(t, k.Shop, k.ana)
	if notifiedPhones := k.updateAndListPhones(); notifiedPhones != "[anas evas]" {
		t.Errorf("the notified phones are %s, want [anas evas]", notifiedPhones)
	}
	if remaining := k.Database.Rows(t, "SELECT count(*) FROM passes WHERE ended_at IS NULL"); fmt.Sprint(remaining) != "[1]" {
		t.Errorf("%s passes are still of a card, want [1]", remaining)
	}
}

func TestIssue_QREndedMeanwhile_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	former := ana.QR()
	issuedSerials := make([]string, 4)
	var all sync.WaitGroup
	for i := range issuedSerials {
		program := shop.SecondServer(t)
		all.Go(func() {
			pass, err := program.Passes.Issue(t.Context(), former)
			if err == nil && pass.QR.ID != former {
				t.Errorf("the pass has the QR %s, want the former one", pass.QR.ID)
			}
			issuedSerials[i] = pass.Serial
		})
	}
	all.Go(func() { servicetest.ChangeQR(t, shop, ana) })
	all.Wait()
	for _, serial := range shop.Database.Rows(t, "SELECT serial FROM passes WHERE ended_at IS NULL") {
		if slices.Contains(issuedSerials, serial) {
			t.Errorf("pass %s of the former QR must not follow the customer's card", serial)
		}
	}
}

func TestAddHolder_Again_PushesMissedChanges(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	holder := loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: "second", PushToken: "abcdef0123456789"}
	b.restoreCard()
	pass := b.faulty.Pass(b.faultyAna)
	b.Clock.Advance(24 * time.Hour)
	b.faulty.Visit(b.faultyAna)
	b.breakCard()
	if _, err := b.Cases.Passes.AddHolder(t.Context(), pass.Serial, pass.Token, holder); err == nil {
		t.Fatal("adding the holder must fail")
	}
	b.restoreCard()
	if fresh, err := b.Cases.Passes.AddHolder(t.Context(), pass.Serial, pass.Token, holder); err != nil || fresh {
		t.Fatalf("adding the holder again: new = %t, %v; want false", fresh, err)
	}
	if notifiedPhones := b.faulty.SendPushes(); !slices.Contains(notifiedPhones, "second") {
		t.Errorf("the notified phones are %s, want second among them", notifiedPhones)
	}
}

// No phone can register Google's id, and however many phones register, Google's holder stays.
func TestAddHolder_OtherHolders_AreNotReplaced(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	card, err := shop.Cases.GooglePasses.Issue(t.Context(), ana.QR())
	servicetest.Must(t, card, err)
	servicetest.Must(t, 0, shop.Cases.GooglePasses.AddHolder(t.Context(), card.Pass))
	shop.Clock.Advance(time.Second)
	for i := range loyalty.MaxPassHolders + 1 {
		shop.InstallPass(card.IssuedPass, fmt.Sprintf("telephone%d", i))
	}
	const googles = "SELECT holder FROM pass_holders WHERE vendor = 'GOOGLE'"
	name := shop.Database.Rows(t, googles)
	if len(name) != 1 {
		t.Fatalf("the Google holders are %q, want one", name)
	}
	servicetest.Must(t, 0, shop.Cases.Passes.RemoveHolder(t.Context(), card.Serial, card.Token, name[0]))
	if remaining := shop.Database.Rows(t, googles); len(remaining) != 1 {
		t.Errorf("a phone with the id %s must not replace the Google holder", name)
	}
}
