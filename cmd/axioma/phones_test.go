package main

import (
	"fmt"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func TestPhonesDuplicates_TwoFormsOfOnePhone_ListsBothRecords(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	customers := createBusiness(t, database, 3)
	mustSay(t, database, "", "No phone has several customers", "phones", "duplicates")
	for i, phone := range []string{"+541123456789", "+5491123456789", "+5491123456780"} {
		database.Corrupt(t, fmt.Sprintf("UPDATE customers SET phone = '%s' WHERE id = '%s'", phone, customers[i]))
	}
	out := mustSay(t, database, "", "Phones with several customers: 1.", "phones", "duplicates")
	for _, want := range []string{"+5491123456789 has several customers at Barbería (business " + businessID + ")", customers[0], customers[1]} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
	if strings.Contains(out, customers[2]) {
		t.Errorf("a customer with a phone of their own is listed: %s", out)
	}
}
