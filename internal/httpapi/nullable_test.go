package httpapi

import (
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

func TestContract_NullableFields_AreMarked(t *testing.T) {
	for _, tt := range []struct {
		value    any
		property string
	}{
		{Customer{}, "family"},
		{CreatedCustomer{}, "family"},
		{Progress{}, "pending"},
		{PortalCustomer{}, "familyGooglePass"},
		{DebtReport{}, "estimate"},
	} {
		kind := reflect.TypeOf(tt.value)
		registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
		property := huma.SchemaFromType(registry, kind).Properties[tt.property]
		if len(property.AnyOf) != 2 || property.AnyOf[0].Ref == "" || property.AnyOf[1].Type != "null" {
			t.Errorf("%s of %s is %+v; want a schema or null", tt.property, kind.Name(), property)
		}
	}
}
