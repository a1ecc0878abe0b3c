package loyalty_test

import (
	"slices"
	"testing"

	"axioma/internal/loyalty"
)

// Spec: roles-2, roles-15
func TestRole_Permissions(t *testing.T) {
	t.Parallel()
	roles := []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}
	among := func(may func(loyalty.Role) bool) (allowedRoles []loyalty.Role) {
		for _, role := range roles {
			if may(role) {
				allowedRoles = append(allowedRoles, role)
			}
		}
		return allowedRoles
	}
	for role, want := range map[loyalty.Role]struct{ creates, resets []loyalty.Role }{
		loyalty.Barber:     {},
		loyalty.Admin:      {roles[:1], roles[:1]},
		loyalty.Owner:      {roles[:2], roles[:3]},
		loyalty.Superadmin: {roles[:2], roles},
	} {
		if got := among(role.MayCreate); !slices.Equal(got, want.creates) {
			t.Errorf("%s may create %q, want %q", role, got, want.creates)
		}
		if got := among(role.MayReset); !slices.Equal(got, want.resets) {
			t.Errorf("%s may reset %q, want %q", role, got, want.resets)
		}
	}
	if got := among(loyalty.Role.IsAdminLevel); !slices.Equal(got, roles[1:]) {
		t.Errorf("the roles of admin level are %q, want %q", got, roles[1:])
	}
}
