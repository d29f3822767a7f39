//! Robots, cells and paths, from files that were written for the purpose.
#![allow(missing_docs)]

mod broken;
mod motion;
mod whole;

use std::path::Path;

/// A cube from −1 to 1 with its faces, in each format.
pub fn write_meshes(folder: &Path) {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0_f32 } else { -1.0 });
    // Two triangles a face, anticlockwise seen from outside.
    let faces: [[usize; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let mut binary = vec![0_u8; 80];
    binary.extend(12_u32.to_le_bytes());
    let mut ascii = String::from("solid cube\n");
    for face in faces {
        binary.extend([0_u8; 12]);
        ascii += "facet normal 0 0 0\nouter loop\n";
        for i in face {
            corner(i).iter().for_each(|x| binary.extend(x.to_le_bytes()));
            let [x, y, z] = corner(i);
            ascii += &format!("vertex {x} {y} {z}\n");
        }
        binary.extend([0_u8; 2]);
        ascii += "endloop\nendfacet\n";
    }
    ascii += "endsolid cube\n";
    std::fs::write(folder.join("cube.stl"), binary).unwrap();
    std::fs::write(folder.join("ascii.stl"), ascii).unwrap();
    let mut obj = String::new();
    for i in 0..8 {
        let [x, y, z] = corner(i);
        obj += &format!("v {x} {y} {z}\n");
    }
    for [a, b, c] in faces {
        obj += &format!("f {} {} {}\n", a + 1, b + 1, c + 1);
    }
    std::fs::write(folder.join("cube.obj"), obj).unwrap();
    let numbers: Vec<String> = (0..8).flat_map(corner).map(|x| x.to_string()).collect();
    let indices: Vec<String> = faces.iter().flatten().map(|i| i.to_string()).collect();
    let dae = format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="24">{}</float_array>
<technique_common><accessor source="#pa" count="8" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="12"><input semantic="VERTEX" source="#v" offset="0"/><p>{}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##,
        numbers.join(" "),
        indices.join(" ")
    );
    std::fs::write(folder.join("cube.dae"), dae).unwrap();
}

/// Every geometry, every joint, every mesh format.
pub const EVERYTHING: &str = r#"<?xml version="1.0"?>
<robot name="everything">
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="column"><collision><origin xyz="0 0 1"/><geometry><cylinder radius="0.2" length="2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0 0 0.5"/><geometry><capsule radius="0.1" length="1"/></geometry></collision></link>
  <link name="slider"><collision><geometry><sphere radius="0.15"/></geometry></collision></link>
  <link name="empty"/>
  <link name="finger">
    <collision><geometry><mesh filename="package://parts/cube.stl" scale="0.1 0.1 0.2"/></geometry></collision>
    <collision><origin xyz="0 0 0.3" rpy="0 0 0.5"/><geometry><mesh filename="ascii.stl" scale="0.05 0.05 -0.05"/></geometry></collision>
  </link>
  <link name="thumb">
    <collision><geometry><mesh filename="cube.obj" scale="0.1 0.1 0.2"/></geometry></collision>
    <collision><origin xyz="0 0 0.3"/><geometry><mesh filename="cube.dae" scale="0.05 0.05 0.05"/></geometry></collision>
  </link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="column"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/></joint>
  <joint name="lift" type="revolute"><parent link="column"/><child link="arm"/><origin xyz="0 0 2.3"/><axis xyz="0 2 0"/><limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="slider"/><origin xyz="0 0 1.4"/><axis xyz="0 0 1"/><limit lower="0.1" upper="0.6" effort="1" velocity="1"/></joint>
  <joint name="flange" type="fixed"><parent link="slider"/><child link="empty"/><origin xyz="0 0 0.2" rpy="0 0 1.5707963267948966"/></joint>
  <joint name="grip" type="revolute"><parent link="empty"/><child link="finger"/><origin xyz="0.3 0 0.2"/><axis xyz="0 -1 0"/><limit lower="0" upper="1.3" effort="1" velocity="1"/></joint>
  <joint name="follow" type="revolute"><parent link="empty"/><child link="thumb"/><origin xyz="-0.3 0 0.2"/><axis xyz="0 -1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/><mimic joint="grip" multiplier="-1" offset="0.25"/></joint>
</robot>"#;

/// A folder with the robot, its meshes and a package.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_meshes(folder.path());
    let package = folder.path().join("parts");
    std::fs::create_dir(&package).unwrap();
    write_meshes(&package);
    std::fs::write(folder.path().join("robot.urdf"), EVERYTHING).unwrap();
    folder
}
