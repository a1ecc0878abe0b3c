package httpapi

import "github.com/danielgtaylor/huma/v2"

// TransformSchema lets the contract say that a customer may be in no family.
func (Customer) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "family")
}

// TransformSchema lets the contract say that nothing may be owed.
func (Progress) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "pending")
}

// TransformSchema lets the contract say that she may have no children, or Google none of her
// cards.
func (PortalCustomer) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "familyGooglePass")
}

// withNullable makes a property that is another schema nullable. Of a pointer
// to a struct huma says only what it points to, and takes no tag for it.
func withNullable(s *huma.Schema, property string) *huma.Schema {
	of := s.Properties[property]
	s.Properties[property] = &huma.Schema{
		AnyOf:       []*huma.Schema{{Ref: of.Ref}, {Type: "null"}},
		Description: of.Description,
	}
	return s
}
