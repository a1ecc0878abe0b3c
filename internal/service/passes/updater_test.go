package passes_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// keepers are customers with passes on phones. Ana has five stamps.
type keepers struct {
	*servicetest.Shop
	ana, eva, sol loyalty.Customer
}

func newPassHolders(t *testing.T) keepers {
	t.Helper()
	shop := servicetest.New(t)
	k := keepers{shop, shop.Customer("Ana"), shop.Customer("Eva"), shop.Customer("Sol")}
	shop.Visits(k.ana, 5)
	for telephone, customer := range map[string]loyalty.Customer{"anas": k.ana, "evas": k.eva, "sols": k.sol} {
		shop.IssueAndInstallPass(customer, telephone)
	}
	shop.UpdatePasses()
	shop.SendPushes()
	shop.Clock.Advance(time.Minute)
	return k
}

func (k keepers) updateAndListPhones() string {
	k.UpdatePasses()
	notifiedPhones := k.SendPushes()
	slices.Sort(notifiedPhones)
	return fmt.Sprint(notifiedPhones)
}

func round(t *testing.T, follower *passes.Updater) {
	t.Helper()
	more, err := follower.Step(t.Context())
	servicetest.Must(t, more, err)
}

func TestUpdater_EachChangeOfACard_NotifiesItsHolders(t *testing.T) {
	t.Parallel()
	const none, all = "[]", "[anas evas sols]"
	for name, c := range map[string]struct {
		act  func(t *testing.T, k keepers)
		want string
	}{
		"a stamp": {func(_ *testing.T, k keepers) { k.Visit(k.eva) }, "[evas]"},
		"another name": {func(_ *testing.T, k keepers) {
			k.Change(k.eva, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Evita"}})
		}, "[evas]"},
		"another surname": {func(_ *testing.T, k keepers) {
			k.Change(k.eva, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Eva Ruiz"}})
		}, none},
		"another bonus":        {func(_ *testing.T, k keepers) { k.Tag(k.eva, loyalty.TagVIPA) }, "[evas]"},
		"an archived customer": {func(_ *testing.T, k keepers) { k.Archive(k.sol) }, "[sols]"},
		"a redemption": {func(t *testing.T, k keepers) {
			redemption, err := k.Redeem(k.ana, loyalty.RewardHalf)
			servicetest.Must(t, redemption, err)
		}, "[anas]"},
		"a merge": {func(t *testing.T, k keepers) {
			mergeResult, err := k.Cases.Merges.Merge(t.Context(), k.Owner, k.ana.ID, k.eva.ID)
			servicetest.Must(t, mergeResult, err)
		}, "[evas]"}, // Eva's pass now shows Ana's stamps; Ana's is unchanged
		"a stamp of a merged record": {func(t *testing.T, k keepers) {
			mergeResult, err := k.Cases.Merges.Merge(t.Context(), k.Owner, k.ana.ID, k.eva.ID)
			servicetest.Must(t, mergeResult, err)
			k.SendPushes()
			k.FurtherVisit(k.ana)
		}, "[anas evas]"},
		"a family": {func(_ *testing.T, k keepers) { k.Family(loyalty.PolicyPool, k.ana, k.eva) }, "[anas evas]"},
		"a change of the targets": {func(t *testing.T, k keepers) {
			_, err := k.Cases.Businesses.ChangeSettings(t.Context(), k.Owner, servicetest.Targets(8), true)
			servicetest.Must(t, 0, err)
		}, all},
		"a suspension": {func(t *testing.T, k keepers) {
			operator := usecase.Actor{UserID: k.Operator(t).ID, Role: loyalty.Superadmin}
			suspendedBusiness, err := k.Cases.ControlPanel.Suspend(t.Context(), operator, k.Business.ID)
			servicetest.Must(t, suspendedBusiness, err)
		}, all},
		"other notes, which no pass shows": {func(_ *testing.T, k keepers) {
			k.Change(k.eva, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
		}, none},
		"a stamp at another business": {func(t *testing.T, k keepers) { other := k.Town.Shop(t); other.Visit(other.Customer("Ana")) }, none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newPassHolders(t)
			c.act(t, k)
			if got := k.updateAndListPhones(); got != c.want {
				t.Errorf("the notified phones are %s, want %s", got, c.want)
			}
			k.Clock.Advance(time.Minute)
			if again := k.updateAndListPhones(); again != none {
				t.Errorf("without a change the notified phones are %s, want none", again)
			}
		})
	}
}

func TestUpdater_VisitDeleted_NotifiesTheHolder(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	visit := k.Visit(k.eva)
	redemption, err := k.Redeem(k.ana, loyalty.RewardHalf)
	servicetest.Must(t, redemption, err)
	if got := k.updateAndListPhones(); got != "[anas evas]" {
		t.Fatalf("the notified phones are %s, want [anas evas]", got)
	}
	k.Clock.Advance(6 * time.Second)
	k.Delete(visit)
	takenBack, err := k.Cases.Rewards.TakeBack(t.Context(), k.Barber, service.TakeBackRequest{CustomerID: k.ana.ID, RewardID: redemption.Reward.ID})
	servicetest.Must(t, takenBack, err)
	if got := k.updateAndListPhones(); got != "[anas evas]" {
		t.Errorf("after the visit was deleted and the redemption taken back the notified phones are %s, want [anas evas]", got)
	}
}

func TestUpdater_SharedCard_NotifiesAllMembers(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	family := k.Family(loyalty.PolicyPool, k.ana, k.eva)
	k.updateAndListPhones()
	k.Clock.Advance(time.Minute)
	k.Visit(k.eva)
	if got := k.updateAndListPhones(); got != "[anas evas]" {
		t.Errorf("a stamp on the family's card notifies %s, want [anas evas]", got)
	}
	k.Clock.Advance(time.Minute)
	record, err := k.Cases.Families.Leave(t.Context(), k.Owner, family.ID, k.eva.ID)
	servicetest.Must(t, record, err)
	if got := k.updateAndListPhones(); got != "[evas]" {
		t.Errorf("leaving the family notifies %s, want [evas]", got)
	}
}

func TestUpdater_FormerMembersVisitDeleted_NotifiesTheFamily(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(*testing.T, keepers) (takeBack func()){
		"a stamp": func(_ *testing.T, k keepers) func() {
			visit := k.FurtherVisit(k.eva)
			return func() { k.Delete(visit) }
		},
		"a redemption": func(t *testing.T, k keepers) func() {
			t.Helper()
			redemption, err := k.Redeem(k.eva, loyalty.RewardHalf)
			servicetest.Must(t, redemption, err)
			return func() {
				request := service.TakeBackRequest{CustomerID: k.sol.ID, RewardID: redemption.Reward.ID, Reason: "no era ella"}
				takenBack, err := k.Cases.Rewards.TakeBack(t.Context(), k.Owner, request)
				servicetest.Must(t, takenBack, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newPassHolders(t)
			family := k.Family(loyalty.PolicyPool, k.sol, k.eva)
			k.Visits(k.eva, 5)
			takeBack := act(t, k)
			record, err := k.Cases.Families.Leave(t.Context(), k.Owner, family.ID, k.eva.ID)
			servicetest.Must(t, record, err)
			k.updateAndListPhones()
			k.Clock.Advance(time.Minute)
			takeBack()
			if got := k.updateAndListPhones(); got != "[sols]" {
				t.Errorf("the notified phones are %s, want [sols]", got)
			}
		})
	}
}

func TestUpdater_ChangeBeforeAHolder_IsPushed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	pass := shop.Pass(ana)
	shop.Visit(ana)
	shop.UpdatePasses()
	shop.InstallPass(pass, "anas")
	if got := shop.SendPushes(); fmt.Sprint(got) != "[anas]" {
		t.Errorf("the notified phones are %s, want [anas]", got)
	}
}

func TestUpdater_RecordMergedTwice_FollowsTheKeptRecord(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	for _, pair := range [][2]loyalty.Customer{{k.eva, k.ana}, {k.sol, k.eva}} {
		merge, err := k.Cases.Merges.Merge(t.Context(), k.Owner, pair[0].ID, pair[1].ID)
		servicetest.Must(t, merge, err)
	}
	k.updateAndListPhones()
	k.Clock.Advance(24 * time.Hour)
	k.Visit(k.sol)
	if got := k.updateAndListPhones(); got != "[anas evas sols]" {
		t.Errorf("the notified phones are %s, want [anas evas sols]", got)
	}
}

func TestUpdater_PassWithoutHolders_IsNotWritten(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	pass := shop.Pass(ana)
	shop.UpdatePasses()
	shop.Visit(ana)
	shop.UpdatePasses()
	if got := shop.Database.Rows(t, "SELECT version FROM passes"); fmt.Sprint(got) != fmt.Sprint([]int64{pass.Version}) {
		t.Errorf("the pass has the version %s, want %d as before", got, pass.Version)
	}
}

func TestUpdater_SeveralServers_NotifyOnce(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	other := k.SecondServer(t)
	round(t, other.PassUpdater)
	k.Visit(k.eva)
	round(t, other.PassUpdater)
	if got := k.updateAndListPhones(); got != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", got)
	}
	k.Clock.Advance(time.Minute)
	round(t, other.PassUpdater)
	if got := k.updateAndListPhones(); got != "[]" {
		t.Errorf("without a change the notified phones are %s, want none", got)
	}
}

func TestUpdater_ServerWithAnotherClock_IsObserved(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	k.updateAndListPhones()
	late := k.SecondServerOnOtherMachine(t, -10*time.Second)
	visit, err := late.Visits.Register(t.Context(), k.Barber, service.VisitRequest{CustomerID: k.eva.ID})
	servicetest.Must(t, visit, err)
	if got := k.updateAndListPhones(); got != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", got)
	}
}

func TestUpdater_AfterAStop_CatchesUp(t *testing.T) {
	t.Parallel()
	for _, pause := range []time.Duration{time.Minute, 100 * time.Hour} {
		t.Run(pause.String(), func(t *testing.T) {
			t.Parallel()
			k := newPassHolders(t)
			k.updateAndListPhones()
			k.Visit(k.eva)
			k.Clock.Advance(pause)
			k.Cases = k.SecondServer(t)
			if got := k.updateAndListPhones(); got != "[evas]" {
				t.Errorf("the notified phones are %s, want [evas]", got)
			}
		})
	}
}

// A restored pass has a lower version than those that phones have seen.
func TestUpdater_RestoredBackup_NotifiesHolders(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	backupStatements := k.Database.Rows(t, `SELECT 'UPDATE passes SET version = ' || version || ', modified_at = ' || modified_at || ' WHERE serial = ''' || serial || '''' FROM passes`)
	backupStatements = append(backupStatements, k.Database.Rows(t, `SELECT 'UPDATE settings SET value = ''' || value || ''' WHERE name = ''' || name || '''' FROM settings WHERE name = 'pass.version'`)...)
	visit := k.Visit(k.eva)
	k.updateAndListPhones()
	_, version, err := k.Cases.Passes.ChangedSerials(t.Context(), "evas", 0)
	servicetest.Must(t, version, err)
	pass := k.Pass(k.eva)
	k.Delete(visit)
	k.updateAndListPhones() // restores the state of the backup
	k.Database.Corrupt(t, backupStatements...)
	k.Clock.Advance(time.Minute)
	servicetest.Must(t, 0, k.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Passes().ReviewAll() }))
	k.Cases = k.SecondServer(t)
	if got := k.updateAndListPhones(); got != "[anas evas sols]" {
		t.Errorf("the notified phones are %s, want [anas evas sols]", got)
	}
	serials, _, err := k.Cases.Passes.ChangedSerials(t.Context(), "evas", version)
	if err != nil || fmt.Sprint(serials) != "["+pass.Serial+"]" {
		t.Errorf("the changed passes are %q, %v; want one", serials, err)
	}
	if now := k.Pass(k.eva); !now.ModifiedAt.After(pass.ModifiedAt) {
		t.Errorf("the pass was modified at %s, want later than %s", now.ModifiedAt, pass.ModifiedAt)
	}
}

func TestReview_RulesChangeAgain_Restarts(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const many = 120 // more than one batch
	customers := make([]loyalty.Customer, many)
	for i := range customers {
		customers[i] = shop.Customer("Ana")
		shop.IssueAndInstallPass(customers[i], fmt.Sprintf("telephone%d", i))
	}
	shop.UpdatePasses()
	for _, target := range []int64{8, 7} {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(target), false)
		servicetest.Must(t, 0, err)
		round(t, shop.Cases.PassUpdater)
		if notifiedCount := len(shop.SendPushes()); notifiedCount == 0 || notifiedCount == many {
			t.Errorf("after one round %d phones are notified, want some but not all", notifiedCount)
		}
		shop.Clock.Advance(time.Minute)
	}
	shop.UpdatePasses()
	shop.SendPushes()
	const newest = "SELECT max(version) FROM passes"
	reviewedVersions := shop.Database.Rows(t, newest)
	for _, customer := range customers {
		shop.Pass(customer) // gets a new version if its face has changed
	}
	if afterFault := shop.Database.Rows(t, newest); afterFault[0] != reviewedVersions[0] {
		t.Errorf("after the review the newest version is %s, but asking for all passes makes it %s: not all were reviewed", reviewedVersions[0], afterFault[0])
	}
}

func TestReview_GrantsRunning_Waits(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	k.Visits(k.eva, 4)
	k.updateAndListPhones()
	k.Clock.Advance(time.Minute)
	servicetest.InterruptGrant(t, k.Shop)
	round(t, k.Cases.PassUpdater)
	if notifiedPhones := k.SendPushes(); len(notifiedPhones) > 0 {
		t.Errorf("before the rewards are granted %s are notified, want none", notifiedPhones)
	}
	servicetest.Must(t, 0, k.Cases.Businesses.FinishGrants(t.Context()))
	k.updateAndListPhones()
	if eva := k.Pass(k.eva); eva.Face.Digest() != eva.Digest {
		t.Error("the pass does not show the owed reward")
	}
	if got := k.Database.Rows(t, "SELECT version FROM passes WHERE customer_id = '"+k.eva.ID+"'"); fmt.Sprint(got) != fmt.Sprintf("[%d]", k.Pass(k.eva).Version) {
		t.Errorf("the stored pass has the version %s, want the one shown", got)
	}
}
