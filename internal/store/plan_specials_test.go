package store_test

import (
	"errors"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// special is a call whose query depends on its arguments.
type special struct {
	method string
	call   func(*store.Tx, *store.PlatformTx) error
}

// listSpecials returns the calls that derived arguments do not cover.
func (c *caller) listSpecials() []special {
	specials := []special{
		{"PlatformBusinesses.SetStatus", func(_ *store.Tx, p *store.PlatformTx) error {
			return p.Businesses().SetStatus(c.business, loyalty.BusinessSuspended)
		}},
		{"Trail.List", func(tx *store.Tx, _ *store.PlatformTx) error { return c.listTrail(tx) }},
		{"Moves.Get", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, _, err := store.MovesIn(tx).Get()
			return err
		}},
		{"Moves.Set", func(tx *store.Tx, _ *store.PlatformTx) error {
			return setMoveIn(store.MovesIn(tx), store.MoveDraining, c.now)
		}},
		{"Moves.End", func(tx *store.Tx, _ *store.PlatformTx) error {
			moves := store.MovesIn(tx)
			return errors.Join(
				setMoveIn(moves, store.MoveArriving, c.now),
				moves.End(loyalty.BusinessActive, c.now))
		}},
		{"Moves.CountKeyed", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.MovesIn(tx).CountKeyed()
			return err
		}},
		{"Moves.RemoveRecoveryCodes", func(tx *store.Tx, _ *store.PlatformTx) error { return store.MovesIn(tx).RemoveRecoveryCodes() }},
		{"Moves.LateOptOuts", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.MovesIn(tx).LateOptOuts()
			return err
		}},
		{"Deliveries.Lock", func(_ *store.Tx, p *store.PlatformTx) error { // the provider's id is unknown
			_, _, err := p.Deliveries().Lock(loyalty.Delivery{MessageID: c.message})
			return err
		}},
		{"Moves.CountUnderWay", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.MovesIn(tx).CountUnderWay()
			return err
		}},
		{"RefusedSignIns.Add", func(tx *store.Tx, _ *store.PlatformTx) error {
			return store.RefusedSignInsIn(tx).Add(c.owner, "2026-03-26", 1, c.now)
		}},
		{"RefusedSignIns.Since", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.RefusedSignInsIn(tx).Since("2026-03-01", 10)
			return err
		}},
		{"RefusedSignIns.SinceOfAll", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.RefusedSignInsIn(tx).SinceOfAll("2026-03-01", 10)
			return err
		}},
		{"RefusedSignIns.RemoveBefore", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.RefusedSignInsIn(tx).RemoveBefore("2026-03-01", 10)
			return err
		}},
		{"Families.Join", func(tx *store.Tx, _ *store.PlatformTx) error {
			return tx.Families().Join(c.family, c.customers[0], loyalty.RolePrimary)
		}},
		{"Rewards.Redeem", func(tx *store.Tx, _ *store.PlatformTx) error {
			return tx.Rewards().Redeem(loyalty.Reward{ID: c.reward, Redemption: &loyalty.Redemption{CustomerID: c.customers[0], At: c.now, Day: "2026-03-26", UserID: c.owner}})
		}},
		{"PlatformBusinesses.List", func(_ *store.Tx, p *store.PlatformTx) error {
			_, err := p.Businesses().List("", store.Page{Limit: 2})
			return err
		}},
		{"QRLabels.ByName", func(tx *store.Tx, _ *store.PlatformTx) error {
			labels, err := store.QRLabelsIn(tx).ByName(store.Page{Limit: 2})
			if err == nil {
				_, err = store.QRLabelsIn(tx).ByName(nextPage(labels.Next))
			}
			return err
		}},
		{"QRLabels.OfImport", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.QRLabelsIn(tx).OfImport("import", 1, store.Page{Limit: 2})
			return err
		}},
		{"ImportedCustomers.List", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.ImportedCustomersIn(tx).List("import", 1, store.Page{Limit: 2})
			return err
		}},
		{"ImportedCustomers.Count", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, _, err := store.ImportedCustomersIn(tx).Count("import", 1)
			return err
		}},
		{"Reports.StoreDays", func(tx *store.Tx, _ *store.PlatformTx) error {
			former, err := tx.Reports().DayCountProgress()
			if err != nil {
				return err
			}
			former.CountedFrom = "2020-02-29"
			_, err = tx.Reports().StoreDays(former, former.Complete(), store.CountedDays{
				Staff: []loyalty.Day{"2020-02-29"}, ByUser: []loyalty.StaffDay{{Day: "2020-02-29", UserID: c.owner}},
				Rewards: []loyalty.Day{"2020-02-29"}, ByKind: []loyalty.RewardDay{{Day: "2020-02-29", Kind: loyalty.RewardFree}},
			})
			return err
		}},
		{"CustomerSteps.Progress", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).Progress()
			return err
		}},
		{"CustomerSteps.Start", func(tx *store.Tx, _ *store.PlatformTx) error { return store.CustomerStepsIn(tx).Start(1) }},
		{"CustomerSteps.ChangedSince", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).ChangedSince(1)
			return err
		}},
		{"CustomerSteps.CustomersAfter", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).CustomersAfter("", 2)
			return err
		}},
		{"CustomerSteps.Compute", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).Compute(c.customers)
			return err
		}},
		{"CustomerSteps.RegisteredIn", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).RegisteredIn(c.now.AddDate(-1, 0, 0), c.now)
			return err
		}},
		{"CustomerSteps.CameFirstIn", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).CameFirstIn(loyalty.Period{From: "2025-03-27", To: "2026-03-26"})
			return err
		}},
		{"CustomerSteps.CameLastSince", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).CameLastSince("2025-03-27")
			return err
		}},
		{"CustomerSteps.StoppedAt", func(tx *store.Tx, _ *store.PlatformTx) error {
			for _, page := range []store.StepPage{{Limit: 2, IsFirst: true}, {Limit: 2, RegisteredAt: c.now, CustomerID: c.customers[0]}} {
				if _, err := store.CustomerStepsIn(tx).StoppedAt(c.now.AddDate(-1, 0, 0), c.now, loyalty.StepFirst, page, 3); err != nil {
					return err
				}
			}
			return nil
		}},
		{"CustomerSteps.AddNames", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.CustomerStepsIn(tx).AddNames([]loyalty.CustomerSteps{{CustomerID: c.customers[0]}}, store.StepPage{Limit: 2})
			return err
		}},
		{"CustomerSteps.Restart", func(tx *store.Tx, _ *store.PlatformTx) error { return store.CustomerStepsIn(tx).Restart() }},
		{"CustomerSteps.Store", func(tx *store.Tx, _ *store.PlatformTx) error {
			former, err := store.CustomerStepsIn(tx).Progress()
			if err != nil {
				return err
			}
			steps, err := store.CustomerStepsIn(tx).Compute(c.customers[:1])
			if err != nil {
				return err
			}
			_, err = store.CustomerStepsIn(tx).Store(former, former, c.customers[:1], steps)
			return err
		}},
		{"Week.ReadConsents", func(tx *store.Tx, _ *store.PlatformTx) error {
			return tx.Week().ReadConsents([]store.Regular{{Silence: store.Silence{CustomerID: c.customers[0]}}, {Silence: store.Silence{CustomerID: c.customers[1]}}})
		}},
		{"Week.Silent", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Week().Silent(c.now)
			return err
		}},
		{"Families.List", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Families().List("", store.Page{Limit: 2})
			return err
		}},
		{"Visits.List", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Visits().List(c.customers[0], "", store.Page{Limit: 2})
			return err
		}},
		{"Customers.Get", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Customers().Get("unknown")
			if errors.Is(err, loyalty.ErrCustomerNotFound) {
				err = nil
			}
			return err
		}},
		{"Snapshot.IDsWithPrefix", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Snapshot().IDsWithPrefix(c.customers[0][:8])
			return err
		}},
		{"Customers.Update", func(tx *store.Tx, _ *store.PlatformTx) error {
			return tx.Customers().Update(loyalty.Customer{ID: c.customers[0], Name: "Ana", Phone: "+5491123456789", Version: 2})
		}},
		{"PortalSessions.Open", func(_ *store.Tx, p *store.PlatformTx) error {
			return p.PortalSessions().Open(store.PortalSession{ID: "fresh", Origin: store.SessionOrigin{PhoneKey: "phone"}, OpenedAt: c.now, SeenAt: c.now, ExpiresAt: c.now})
		}},
		{"Phones.MarkVerified", func(tx *store.Tx, _ *store.PlatformTx) error {
			if err := tx.Phones().MarkUnverified(c.customers[0], "browser"); err != nil {
				return err
			}
			_, _, err := tx.Phones().MarkVerified(c.customers[0])
			return err
		}},
		{"Rewards.List", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := tx.Rewards().List(c.cards, "", store.Page{Limit: 2})
			return err
		}},
	}
	return slices.Concat(specials, c.customerLists(), c.messageLists(), c.reportSpecials(), c.restoreSpecials(), c.chains(), c.clockRepairs())
}

func (c *caller) customerLists() []special {
	var specials []special
	for _, search := range []store.CustomerSearch{
		{}, {Text: "ana"}, {Text: "ruiz ana"}, {Text: "ana", Masked: true}, {Text: c.customers[0]}, {Text: "610000000", Phones: []string{"+34610000000", "+33610000000"}},
		{From: "m"}, {From: "m", Text: "ana"}, {From: "m", Owed: true},
		{Owed: true}, {SeenBefore: c.now.Add(-90 * 24 * time.Hour)}, {Birthdays: []string{"03-26", "03-27"}},
	} {
		for _, order := range []store.CustomerOrder{store.ByName, store.ByLastVisit, store.ByOwed} {
			search.Order = order
			specials = append(specials, special{"Customers.List", func(tx *store.Tx, _ *store.PlatformTx) error {
				customers, err := tx.Customers().List(search, store.Page{Limit: 2})
				if err == nil && customers.Next != "" {
					_, err = tx.Customers().List(search, nextPage(customers.Next))
				}
				return err
			}})
		}
	}
	return specials
}

func (c *caller) messageLists() []special {
	var specials []special
	for _, filter := range []store.MessageFilter{
		{}, {Status: loyalty.MessageRead}, {Kind: loyalty.MessageQR}, {BusinessID: c.business}, {Status: loyalty.MessageRead, BusinessID: c.business},
	} {
		for _, search := range []string{"", "+34610000000"} {
			specials = append(specials, special{"PlatformMessages.List", func(_ *store.Tx, p *store.PlatformTx) error {
				messages, err := p.Messages().List(filter, search, store.Page{Limit: 2})
				if err == nil && messages.Next != "" {
					_, err = p.Messages().List(filter, search, nextPage(messages.Next))
				}
				return err
			}})
		}
	}
	return specials
}

func (c *caller) reportSpecials() []special {
	var specials []special
	for _, r := range []loyalty.Range{loyalty.RangeDay, loyalty.RangeWeek, loyalty.RangeMonth} {
		for _, page := range []store.Page{{}, {Limit: 2}} {
			specials = append(specials, special{"Reports.Services", func(tx *store.Tx, _ *store.PlatformTx) error {
				_, err := tx.Reports().Services(loyalty.WindowAround("2026-03-20"), r, "", page)
				return err
			}})
		}
	}
	return specials
}

func (c *caller) clockRepairs() []special {
	var specials []special
	for name, repair := range map[string]func(store.ClockRepairs, time.Time, int) (int, error){
		"ResumeMessages": store.ClockRepairs.ResumeMessages, "EndTries": store.ClockRepairs.EndTries,
		"ResumeMails": store.ClockRepairs.ResumeMails, "ResumeStaffMails": store.ClockRepairs.ResumeStaffMails,
		"ResumePushes": store.ClockRepairs.ResumePushes, "ResumeNotices": store.ClockRepairs.ResumeNotices,
		"EndImportLeases": store.ClockRepairs.EndImportLeases, "EndDataJobLeases": store.ClockRepairs.EndDataJobLeases,
		"ForgetLaterWeeks": store.ClockRepairs.ForgetLaterWeeks,
	} {
		specials = append(specials, special{"ClockRepairs." + name, func(_ *store.Tx, p *store.PlatformTx) error {
			_, err := repair(p.ClockRepairs(time.Hour), c.now, 200)
			return err
		}})
	}
	return specials
}
