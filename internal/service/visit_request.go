package service

import (
	"cmp"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// checkWithoutKey refuses requests that need a key, or another role.
func (r VisitRequest) checkWithoutKey(actor usecase.Actor) error {
	err := r.checkRole(actor)
	switch {
	case err != nil:
		return err
	case r.Authorized:
		return loyalty.ErrKeyRequired
	case r.Day != "":
		return loyalty.ErrCorrectionKeyRequired
	}
	return nil
}

func (r VisitRequest) checkRole(actor usecase.Actor) error {
	switch {
	case r.handover != nil || actor.Role.IsAdminLevel():
		return nil
	case r.Day != "":
		return loyalty.ErrPastDayRole
	case r.Authorized:
		return loyalty.ErrAuthorizationRole
	}
	return nil
}

func (r VisitRequest) customerReference(business loyalty.Business) (string, loyalty.TypedPhone, error) {
	if r.CustomerID != "" {
		return r.CustomerID, loyalty.TypedPhone{}, nil
	}
	typedPhone := loyalty.ParseTypedPhone(r.Phone, business.Country)
	if phone := cmp.Or(typedPhone.Whole, typedPhone.Suffix); phone != "" {
		return phone, typedPhone, nil
	}
	_, err := loyalty.CleanPhone("phone", r.Phone, business.Country)
	return "", typedPhone, err
}

// visitRequestPrefix begins the fingerprint of a visit's request.
const visitRequestPrefix = "visit of "

func (r VisitRequest) fingerprint(subject string) string {
	return visitRequestPrefix + subject + r.fingerprintTail()
}

// fingerprintTail omits the times, which a retry changes, and who did the service.
func (r VisitRequest) fingerprintTail() string {
	if r.Day != "" {
		return fmt.Sprintf(" on %s: %s", r.Day, r.Notes)
	}
	return fmt.Sprintf(", authorized %t: %s", r.Authorized, r.Notes)
}

// isRetryOf reports whether the stored request is this one. The business may have had another country, in which the
// typed phone is another one, and the customer's QRs may have been erased since.
func (r VisitRequest) isRetryOf(storedRequest string) bool {
	subject, isOfVisit := strings.CutPrefix(storedRequest, visitRequestPrefix)
	subject, isSame := strings.CutSuffix(subject, r.fingerprintTail())
	switch {
	case !isOfVisit || !isSame:
		return false
	case r.CustomerID == "":
		return loyalty.IsTypedPhoneInAnyCountry(r.Phone, subject)
	}
	return r.isHashed != nil && r.isHashed(subject)
}
