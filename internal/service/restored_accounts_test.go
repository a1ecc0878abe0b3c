package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// withAccountsOf gives the accounts the addresses of another business and no name.
func withAccountsOf(t *testing.T, shop, former *servicetest.Shop) {
	t.Helper()
	for role, account := range shop.Staff {
		setEmail(t, shop.Town, account.ID, former.Staff[role].Email)
		shop.Database.Corrupt(t, fmt.Sprintf("UPDATE users SET name = '' WHERE id = '%s'", account.ID))
	}
}

func namesOfAccounts(t *testing.T, shop *servicetest.Shop) []string {
	t.Helper()
	return shop.Database.Rows(t, fmt.Sprintf("SELECT name FROM users WHERE business_id = '%s' AND disabled_at IS NULL ORDER BY role", shop.Business.ID))
}

// The operator opened the new business with the owner's address alone.
func TestRestore_AccountWithoutName_GetsTheNameOfTheCopy(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Register("Ana")
	for role, name := range map[loyalty.Role]string{loyalty.Owner: "Rosa Gil", loyalty.Admin: "Luis Vega", loyalty.Barber: "Eva Ríos"} {
		former.Database.Corrupt(t, fmt.Sprintf("UPDATE users SET name = '%s' WHERE id = '%s'", name, former.Staff[role].ID))
	}
	exportZIP := copyOf(t, former)
	shop := servicetest.New(t)
	withAccountsOf(t, shop, former)
	shop.Database.Corrupt(t, fmt.Sprintf("UPDATE users SET name = 'Luisa' WHERE id = '%s'", shop.Admin.UserID))
	mustRestore(t, shop, exportZIP)
	if got, want := namesOfAccounts(t, shop), []string{"Luisa", "Eva Ríos", "Rosa Gil"}; !slices.Equal(got, want) {
		t.Errorf("after the restore, admin, barber and owner are %q, want %q", got, want)
	}
}

func TestRestore_UndoneByARefusal_TakesTheNamesBack(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Family(loyalty.PolicyPool, former.Customer("Ana"))
	exportZIP := copyOf(t, former)
	town := servicetest.NewTown(t)
	shop, neighbour := town.Shop(t), town.Shop(t)
	withAccountsOf(t, shop, former)
	before := shop.Database.Rows(t, "SELECT id, name FROM users ORDER BY id")
	ana := former.Database.Rows(t, "SELECT id FROM customers")[0]
	taken := false
	_, err := restoreWith(shop, exportZIP, func(rowsRead, total int64) {
		if 2*rowsRead > total && !taken {
			taken = true
			stranger := neighbour.Customer("Otra")
			neighbour.Database.Corrupt(t, fmt.Sprintf("UPDATE customers SET qr_id = '%s' WHERE id = '%s'", ana, stranger.ID))
		}
	})
	servicetest.MustRefuse(t, "a QR that another business took meanwhile", err, loyalty.ErrRestoreTaken)
	if after := shop.Database.Rows(t, "SELECT id, name FROM users ORDER BY id"); !slices.Equal(before, after) {
		t.Errorf("the accounts were %q and are %q, want no change", before, after)
	}
}

// The accounts have other ids here. What they did must name them.
func TestRestore_AccountsMatchedByEmail_KeepWhatTheyDid(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.CustomerWithAllData(t)
	restoredShop := servicetest.New(t)
	restoredShop.Clock.Set(former.Clock.Now())
	withAccountsOf(t, restoredShop, former)
	mustRestore(t, restoredShop, copyOf(t, former))
	for _, table := range store.RestoredTables() {
		columns, _ := store.ExportColumns(table)
		for _, column := range columns {
			isAccount := strings.HasSuffix(column, "_by") || column == "user_id" || column == "actor_id"
			if !isAccount || column == "given_by" || column == "held_by" {
				continue
			}
			unknown := restoredShop.Database.Rows(t, fmt.Sprintf(
				"SELECT %[2]s FROM %[1]s WHERE %[2]s <> '' AND %[2]s NOT IN (SELECT id FROM users)", table, column))
			if len(unknown) > 0 {
				t.Errorf("%s.%s names accounts that the business does not have: %q", table, column, unknown)
			}
		}
	}
	restoredShop.Clock.Advance(time.Minute)
	greetings, err := restoredShop.Cases.Insights.ListGreetings(t.Context(), restoredShop.Owner, usecase.ListRequest{Limit: 50})
	if err != nil || len(greetings.Items) != 1 || greetings.Total != 1 {
		t.Errorf("the restored invitations are %+v, %v; want the owner's", greetings, err)
	}
}

// notRestoredSettings belong to the installation or its operator.
var notRestoredSettings = []string{
	"id", "status", "created_at", "wa_enabled", "wa_from", "wa_rate_per_minute", "wa_daily_cap", "wa_monthly_cap", "wa_free_credits", "wa_codes_allowed",
	"wa_phone_number_id",
}

func TestRestore_EachSetting_IsCarried(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Register("Ana")
	former.Database.Corrupt(t, fmt.Sprintf(`UPDATE businesses SET name = 'Barbería Ñ', time_zone = 'Atlantic/Canary', country = 'PT', visit_target = 9, vip_visit_target = 3,
		half_reward_enabled = NOT half_reward_enabled, barber_openings = NOT barber_openings, usual_enabled = NOT usual_enabled,
		served_by_enabled = NOT served_by_enabled, hold_back = NOT hold_back, birthday_messages = NOT birthday_messages, one_more_messages = NOT one_more_messages,
		week_mail = NOT week_mail, second_factor_required = NOT second_factor_required, mean_ticket = 1500, service_cost = 40, welcome_text = 'Hola', legal_name = 'Ñ, S.L.',
		tax_id = 'B12345674', legal_address = 'Calle 1', contact_email = 'hola@example.com', premises_address = 'Calle 2', premises_phone = '+351912345678',
		booking_url = 'https://example.com/cita', opening_hours = '1 09:00-14:00,1 16:00-20:00', colour = 'BLACK', quiet_from = '21:30', quiet_to = '10:00',
		first_steps = 'PAPER', short_code = 'k7m2p9' WHERE id = '%s'`, former.Business.ID))
	restoredShop := servicetest.New(t)
	mustRestore(t, restoredShop, copyOf(t, former))
	columns, _ := store.ExportColumns("businesses")
	for _, column := range columns {
		read := func(shop *servicetest.Shop) string {
			return shop.Database.Rows(t, fmt.Sprintf("SELECT coalesce(cast(%s AS text), 'NULL') FROM businesses WHERE id = '%s'", column, shop.Business.ID))[0]
		}
		if want, got := read(former), read(restoredShop); got != want && !slices.Contains(notRestoredSettings, column) {
			t.Errorf("the setting %s was %q and is %q, want no change", column, want, got)
		}
	}
}
