package service_test

import (
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

const newNameOfTheShop = "Navaja-2029"

func newBarber(email string) access.NewUser {
	return access.NewUser{Email: email, Name: "Luis", Role: loyalty.Barber}
}

// changesBeforeRetry return what happens between the lost responses and the retries.
func changesBeforeRetry() map[string]func(*lostResponses) {
	settings := func(changes loyalty.SettingChanges) func(*lostResponses) {
		return func(s *lostResponses) {
			if _, err := s.Cases.Businesses.ChangeSettings(s.t.Context(), s.Owner, changes, true); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	off, on, low, high := false, true, int64(2), int64(20)
	changes := map[string]func(*lostResponses){
		"nothing":                   func(*lostResponses) {},
		"the country is Portugal":   settings(loyalty.SettingChanges{Country: ptr("PT")}),
		"the country is France":     settings(loyalty.SettingChanges{Country: ptr("FR")}),
		"the country is Mexico":     settings(loyalty.SettingChanges{Country: ptr("MX")}),
		"the time zone is another":  settings(loyalty.SettingChanges{TimeZone: ptr("Pacific/Auckland")}),
		"the target is lower":       settings(loyalty.SettingChanges{VisitTarget: &low}),
		"the target is higher":      settings(loyalty.SettingChanges{VisitTarget: &high, HalfRewardEnabled: &off}),
		"the usual cut is off":      settings(loyalty.SettingChanges{UsualEnabled: &off}),
		"barbers enter paper cards": settings(loyalty.SettingChanges{BarberOpeningBalances: &on}),
		"the name is another":       settings(loyalty.SettingChanges{Name: ptr(newNameOfTheShop)}),
		"the business was suspended": func(s *lostResponses) {
			operator := servicetest.OperatorActor(s.t, s.Town)
			if _, err := s.Cases.ControlPanel.Suspend(s.t.Context(), operator, s.Business.ID); err != nil {
				s.t.Fatal(err)
			}
			if _, err := s.Cases.ControlPanel.Reactivate(s.t.Context(), operator, s.Business.ID); err != nil {
				s.t.Fatal(err)
			}
		},
		"an administrator is signed in": func(s *lostResponses) { s.actor = s.Admin },
		"a barber is signed in":         func(s *lostResponses) { s.actor = s.Barber },
		"another server answers":        func(s *lostResponses) { s.cases = s.SecondServer(s.t) },
		"the day ends":                  func(s *lostResponses) { s.pass(16 * time.Hour) },
		"a week passes":                 func(s *lostResponses) { s.pass(8 * 24 * time.Hour) },
		"the imports end":               func(s *lostResponses) { s.advance() },
	}
	addChangesOfCustomers(changes)
	return changes
}

func addChangesOfCustomers(changes map[string]func(*lostResponses)) {
	changes["the customers are archived"] = eachCustomer("", func(s *lostResponses, id string) error {
		return s.Cases.Customers.Archive(s.t.Context(), s.Owner, id)
	})
	changes["the customers are erased"] = func(s *lostResponses) {
		eachCustomer("guardian_id IS NULL", func(s *lostResponses, id string) error {
			return s.Cases.SelfService.RequestErasure(s.t.Context(), servicetest.PortalUser(s.Shop, loyalty.Customer{ID: id}))
		})(s)
		s.pass(29 * 24 * time.Hour)
	}
	changes["the customers are merged"] = eachCustomer("guardian_id IS NULL", func(s *lostResponses, id string) error {
		_, err := s.Cases.Merges.Merge(s.t.Context(), s.Owner, s.Customer("Otra").ID, id)
		return err
	})
	changes["all QRs are changed"] = eachCustomer("", func(s *lostResponses, id string) error {
		_, err := s.Cases.QRChanges.Change(s.t.Context(), s.Owner, id, "")
		return err
	})
	changes["all phones are changed"] = eachCustomer("phone IS NOT NULL", func(s *lostResponses, id string) error {
		phone := loyalty.Change{Sent: true, Value: s.Phone()}
		_, err := s.Cases.Customers.Change(s.t.Context(), s.Owner, id, loyalty.CustomerChanges{Phone: phone})
		return err
	})
	changes["the customers join a family"] = func(s *lostResponses) {
		family := s.Family(loyalty.PolicyPool)
		eachCustomer("family_id IS NULL", func(s *lostResponses, id string) error {
			return s.Join(family, loyalty.Customer{ID: id}, loyalty.RoleAdult)
		})(s)
	}
	changes["the customers leave their family"] = eachRow("SELECT id, family_id FROM customers WHERE family_id IS NOT NULL", func(s *lostResponses, row string) error {
		id, family, _ := strings.Cut(row, " ")
		_, err := s.Cases.Families.Leave(s.t.Context(), s.Owner, family, id)
		return err
	})
	changes["the visits are deleted"] = eachRow("SELECT id FROM visits WHERE deleted_at IS NULL AND stamp_number = 1", func(s *lostResponses, id string) error {
		_, err := s.Cases.Visits.Delete(s.t.Context(), s.Owner, id)
		return err
	})
	changes["the reward is owed again"] = eachRow("SELECT customer_id, id FROM rewards WHERE status = 'REDEEMED'", func(s *lostResponses, row string) error {
		customer, reward, _ := strings.Cut(row, " ")
		_, err := s.Cases.Rewards.TakeBack(s.t.Context(), s.Owner, service.TakeBackRequest{CustomerID: customer, RewardID: reward, Reason: "error"})
		return err
	})
	changes["the rewards are redeemed"] = eachRow("SELECT customer_id, id FROM rewards WHERE status = 'PENDING' AND kind = 'HALF'", func(s *lostResponses, row string) error {
		customer, reward, _ := strings.Cut(row, " ")
		_, err := s.Cases.Rewards.Redeem(s.t.Context(), s.Owner, customer, reward, "")
		return err
	})
}

// eachCustomer does something to the active customers that match. It ignores refusals, for example of archived children.
func eachCustomer(matching string, do func(s *lostResponses, id string) error) func(*lostResponses) {
	if matching == "" {
		matching = "1 = 1"
	}
	return eachRow("SELECT id FROM customers WHERE archived_at IS NULL AND "+matching, do)
}

func eachRow(query string, do func(s *lostResponses, row string) error) func(*lostResponses) {
	return func(s *lostResponses) {
		rowCount := 0
		for _, row := range s.Database.Rows(s.t, query) {
			if do(s, row) == nil {
				rowCount++
			}
		}
		if rowCount == 0 {
			s.t.Fatalf("nothing has changed, want a change of each row of %s", query)
		}
	}
}
