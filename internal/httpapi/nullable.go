package httpapi

import "github.com/danielgtaylor/huma/v2"

// TransformSchema makes the family nullable.
func (Customer) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "family")
}

// TransformSchema makes the pending rewards nullable.
func (Progress) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "pending")
}

// TransformSchema makes the family's Google link nullable.
func (PortalCustomer) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "familyGooglePass")
}

// TransformSchema makes the estimate nullable.
func (DebtReport) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "estimate")
}

// TransformSchema makes the consent nullable.
func (Usual) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withNullable(s, "consent")
}

// withNullable makes a property nullable, because huma has no tag for a pointer to a struct.
func withNullable(s *huma.Schema, property string) *huma.Schema {
	schema := s.Properties[property]
	s.Properties[property] = &huma.Schema{
		AnyOf:       []*huma.Schema{{Ref: schema.Ref}, {Type: "null"}},
		Description: schema.Description,
	}
	return s
}
