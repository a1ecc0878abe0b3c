package service

import (
	"fmt"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func (c *Customers) isMinor(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	if !customer.MayBeMinor(c.base.Now()) {
		return false, nil
	}
	business, err := tx.Business().Get()
	return err == nil && customer.IsMinor(business.DayOf(c.base.Now())), err
}

func (c *Customers) guardianOf(tx *store.Tx, customer loyalty.Customer) (string, error) {
	minor, err := c.isMinor(tx, customer)
	if err != nil || !minor {
		return "", err
	}
	consents, err := tx.Consents().Of(customer.ID)
	if at := slices.IndexFunc(consents, isGuardianConsent); at >= 0 {
		return consents[at].GivenBy, err
	}
	return "", err
}

func isGuardianConsent(consent loyalty.Consent) bool {
	return consent.Kind == loyalty.ConsentPrivacy && consent.Granted && consent.GivenBy != ""
}

// protectMinor records the guardian's consent. It withdraws the minor's consent to promotions, and to the usual cut
// unless a guardian gave it.
func (c *Customers) protectMinor(tx *store.Tx, customer loyalty.Customer, form loyalty.ConsentForm) error {
	minor, err := c.isMinor(tx, customer)
	if err != nil || !minor {
		return err
	}
	consents, err := tx.Consents().Of(customer.ID)
	if err != nil {
		return err
	}
	if customer.Guardian != "" && !slices.ContainsFunc(consents, isGuardianConsent) {
		consent := loyalty.Consent{
			CustomerID: customer.ID, Kind: loyalty.ConsentPrivacy, Granted: true, Form: form, GivenBy: customer.Guardian,
		}
		if err := c.base.RecordConsent(tx, consent); err != nil {
			return fmt.Errorf("recording the consent of a guardian: %w", err)
		}
	}
	if err := c.withdrawOwnUsual(tx, customer, consents, form); err != nil {
		return err
	}
	if promotionConsent, _ := loyalty.LatestConsent(consents, loyalty.ConsentPromotions); !promotionConsent.Granted {
		return nil
	}
	return c.base.RecordConsent(tx, loyalty.Consent{CustomerID: customer.ID, Kind: loyalty.ConsentPromotions, Form: form})
}

func (c *Customers) withdrawOwnUsual(tx *store.Tx, minor loyalty.Customer, consents []loyalty.Consent, form loyalty.ConsentForm) error {
	usual, _ := loyalty.LatestConsent(consents, loyalty.ConsentUsual)
	if !usual.Granted || usual.GivenBy != "" {
		return nil
	}
	if err := c.base.RecordConsent(tx, loyalty.Consent{CustomerID: minor.ID, Kind: loyalty.ConsentUsual, Form: form}); err != nil {
		return err
	}
	return removeUsual(c.base, tx, minor.ID, "")
}

func (c *Customers) refuseMinor(tx *store.Tx, customer loyalty.Customer) error {
	minor, err := c.isMinor(tx, customer)
	if err == nil && minor {
		err = loyalty.InvalidField("granted", "A los menores de 14 años no se les envían promociones.")
	}
	return err
}

func consentFormOf(changes loyalty.CustomerChanges) loyalty.ConsentForm {
	if changes.ByCustomer {
		return loyalty.FormPortal
	}
	return loyalty.FormStaff
}
