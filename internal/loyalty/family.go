package loyalty

import "time"

// FamilyPolicy decides which card the visits of members stamp.
type FamilyPolicy string

// Points per member, or shared points.
const (
	PolicyIndividual FamilyPolicy = "INDIVIDUAL"
	PolicyPool       FamilyPolicy = "POOL"
)

// IsValid reports whether the policy exists.
func (p FamilyPolicy) IsValid() bool { return p == PolicyIndividual || p == PolicyPool }

// FamilyRole is a member's role.
type FamilyRole string

// Labels: Titular, Adulto/a, Hijo/a. A family has at most one PRIMARY.
const (
	RolePrimary FamilyRole = "PRIMARY"
	RoleAdult   FamilyRole = "ADULT"
	RoleChild   FamilyRole = "CHILD"
)

// IsValid reports whether the role exists.
func (r FamilyRole) IsValid() bool { return r == RolePrimary || r == RoleAdult || r == RoleChild }

// Family is a group of customers.
type Family struct {
	ID        string
	Name      string
	Policy    FamilyPolicy
	CreatedAt time.Time
	Version   int64 // incremented when name or policy changes
}

// Membership is a place in a family.
type Membership struct {
	FamilyID string
	Name     string
	Policy   FamilyPolicy
	Role     FamilyRole
}

func (m Membership) family() Family { return Family{ID: m.FamilyID, Name: m.Name, Policy: m.Policy} }

// NewMembership returns a membership with a role.
func (f Family) NewMembership(role FamilyRole) *Membership {
	return &Membership{FamilyID: f.ID, Name: f.Name, Policy: f.Policy, Role: role}
}

// NewFamily returns a family, or a validation error. Default: POOL (specification, section 5).
func NewFamily(name string, policy FamilyPolicy) (Family, error) {
	if policy == "" {
		policy = PolicyPool
	}
	return FamilyChanges{Name: &name, Policy: &policy}.Apply(Family{})
}

// FamilyChanges are requested changes. A nil field keeps its value.
type FamilyChanges struct {
	Name    *string
	Policy  *FamilyPolicy
	Version int64 // as read; zero: any
}

// Apply returns the changed family, a validation error, or ErrFamilyChanged. A new policy affects only later visits.
func (ch FamilyChanges) Apply(former Family) (Family, error) {
	if ch.Version != 0 && ch.Version != former.Version {
		return former, ErrFamilyChanged
	}
	c, f := validator{}, former
	if ch.Name != nil {
		f.Name = c.changedName("name", *ch.Name, f.Name, noFamilyName)
	}
	if ch.Policy != nil {
		f.Policy = *ch.Policy
		if !f.Policy.IsValid() {
			c.refuse("policy", "La forma de sumar puntos no existe.")
		}
	}
	if f != former {
		f.Version = former.Version + 1
	}
	return f, c.err()
}
